import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { settingsFor } from '../settings/settings.ts';
import { insertAction } from './investigation-action.ts';
import { insertPoints } from './investigation-info.ts';

export interface InvestigationNews {
  readonly actionId: number;
  readonly type: string;
  readonly diseaseCode: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly indexPrincipalId: number | null;
}

/** Told in the same transaction when an action is issued and when it is concluded; one that throws undoes it. */
class Listeners<News> {
  readonly #all = new Map<string, (tx: Tx, news: News) => Promise<void>>();
  register(module: string, listener: (tx: Tx, news: News) => Promise<void>): void {
    this.#all.set(module, listener);
  }
  async tell(tx: Tx, news: News): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, news);
  }
}
export const onInvestigation = new Listeners<InvestigationNews>();

export interface DraftInput {
  readonly type: 'routine' | 'special' | 'emergency' | 'trace';
  readonly diseaseCode: string;
  readonly indexPrincipalId: number;
  readonly sourceRef: { readonly entity: string; readonly id: number };
}

export const actionEntity = 'prevention.investigationAction';

/**
 * An action in draft with the holder as its index, waiting for the county to issue it. A second cause at the same holder while one is open leads to the
 * same action. Whoever finds something need not be able to see the action: a laboratory cannot.
 *
 * @example
 * const id = await draftInvestigation(tx, { type: 'emergency', diseaseCode: 'brucellosis', indexPrincipalId, sourceRef: { entity: 'prevention.sampleResult', id } });
 */
export async function draftInvestigation(tx: Tx, input: DraftInput): Promise<number> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'draftInvestigation', async (all) => {
    const [open] = await all.query<{ id: number }>(
      `select id from prevention.investigation_action where tenant_no = kit.tenant() and index_principal_id = $1 and disease_code = $2
         and status in ('draft', 'issued', 'ongoing') order by id limit 1`,
      [input.indexPrincipalId, input.diseaseCode],
    );
    if (open) return open.id;
    const [about] = await all.query<{
      regionCode: number;
      name: string;
      disease: string;
      longitude: number | null;
      latitude: number | null;
    }>(
      `select p.region_code as "regionCode", p.principal_unit_name as name, d.name_zh as disease, coalesce(p.longitude, r.longitude) as longitude,
         coalesce(p.latitude, r.latitude) as latitude
       from registry.principal p join prevention.ant_disease d on d.tenant_no = p.tenant_no and d.code = $2
       left join platform.sys_region r on r.code = p.region_code where p.tenant_no = kit.tenant() and p.id = $1`,
      [input.indexPrincipalId, input.diseaseCode],
    );
    if (!about) throw notFound();
    const settings = await settingsFor(all, about.regionCode);
    const id = await insertAction(
      all,
      {
        name: `${about.disease} · ${about.name}`,
        type: input.type,
        diseaseCode: input.diseaseCode,
        regionCode: about.regionCode,
        regionCodes: [about.regionCode],
        indexPrincipalId: input.indexPrincipalId,
        formCode: input.diseaseCode,
        infectedKm: settings.ringInfectedKm,
        threatenedKm: settings.ringThreatenedKm,
        longitude: about.longitude,
        latitude: about.latitude,
        startDate: today(),
        suspectedOn: today(),
        source: input.sourceRef,
      },
      actor,
    );
    await insertPoints(all, id, 'index', [input.indexPrincipalId], actor);
    await openTask(all, {
      taskType: 'approve',
      taskName: { key: 'prevention.investigationAction.taskIssue', args: { name: about.name, disease: about.disease } },
      entity: actionEntity,
      entityId: id,
      linkPath: `/ant/investigation/actionDetail?id=${id}`,
      permission: 'ant:investigation:issue',
      regionCode: about.regionCode,
      principalId: input.indexPrincipalId,
    });
    return id;
  });
}

export const closeActionTask = (tx: Tx, id: number): Promise<unknown> => closeTask(tx, actionEntity, id);

export interface ZoneHit {
  readonly actionId: number;
  readonly docNo: string;
  readonly type: string;
  readonly diseaseCode: string;
  readonly ring: 'infected' | 'threatened' | 'region';
  readonly km: number | null;
}

export type Place = { readonly regionCode: number } | { readonly longitude: number; readonly latitude: number };

/** The rings of open emergency and trace actions a place lies in on a day; the narrowest of each action. A village without a place is asked by its code. */
export async function zonesHit(tx: Tx, place: Place, on: string): Promise<ZoneHit[]> {
  return inTenant(tx, tx.scope.tenantNo, 'zonesHit', async (all) => {
    const code = 'regionCode' in place ? place.regionCode : null;
    const [longitude, latitude] = 'regionCode' in place ? [null, null] : [place.longitude, place.latitude];
    return all.query<ZoneHit>(
      `with here as (
         select coalesce($1::float8, (select r.longitude from platform.sys_region r where r.code = $3)) as lon,
                coalesce($2::float8, (select r.latitude from platform.sys_region r where r.code = $3)) as lat
       ), measured as (
         select a.*, 12742 * asin(sqrt(power(sin(radians(h.lat - a.latitude) / 2), 2)
           + cos(radians(a.latitude)) * cos(radians(h.lat)) * power(sin(radians(h.lon - a.longitude) / 2), 2))) as km
         from prevention.investigation_action a cross join here h
         where a.tenant_no = kit.tenant() and a.type in ('emergency', 'trace') and a.status in ('issued', 'ongoing', 'concluded') and a.start_date <= $4
           and coalesce(a.conclusion, '') not in ('excluded', 'closed') and (a.end_date is null or a.end_date >= $4)
       )
       select id as "actionId", doc_no as "docNo", type, disease_code as "diseaseCode", round(km::numeric, 2)::float8 as km,
         case when km <= infected_km then 'infected' when km <= threatened_km then 'threatened' else 'region' end as ring
       from measured where km <= threatened_km or ($3::bigint is not null and prevention.lies_in($3, region_codes)) order by km nulls last, id`,
      [longitude, latitude, code, on],
    );
  });
}

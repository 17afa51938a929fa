import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarm, notify, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { setFlag, writeEvents } from '#modules/registry/server/index.ts';
import { markTitre } from '../livestock/animal-immunity.ts';
import { draftInvestigation } from '../outbreak/draft.ts';
import { asSystem } from './as-system.ts';
import { markReleased as markSamples } from './sample.ts';
import { markReleased, supersede } from './sample-result.ts';

interface Result {
  readonly id: number;
  readonly sampleId: number;
  readonly taskId: number;
  readonly animalId: number | null;
  readonly earTag: string | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly holder: string;
  readonly diseaseCode: string;
  readonly disease: string;
  readonly antibodyTarget: number | null;
  readonly item: string;
  readonly target: string;
  readonly conclusion: string;
  readonly barcode: string;
  readonly docNo: string;
  readonly testedOn: string;
}

const flagSource = (resultId: number) => `prevention.result:${resultId}`;

/**
 * Lets results out: the holder sees them, the animals' lives have them, and what they mean happens in the same transaction. Whoever calls has looked at states
 * and persons. Answers how many alarms were opened.
 */
export async function release(tx: Tx, ids: readonly number[], at: string | null = null): Promise<number> {
  const actor = tx.scope.userId;
  await markReleased(tx, ids, actor, at);
  const results = await asSystem(tx, async (all) => {
    const old = await supersede(all, ids);
    // A positive that was measured again holds the animal no longer on its own account.
    for (const one of old)
      if (one.conclusion === 'positive' && one.animalId !== null)
        await setFlag(all, [one.animalId], 'quarantined', false, flagSource(one.id), actor);
    const found = await all.query<Result>(
      `select r.id, r.sample_id as "sampleId", r.task_id as "taskId", r.animal_id as "animalId", r.ear_tag as "earTag", r.principal_id as "principalId",
         r.region_code as "regionCode", registry.principal_name(r.principal_id) as holder, r.disease_code as "diseaseCode", d.name_zh as disease,
         d.antibody_target::float8 as "antibodyTarget", i.name as item, i.target, r.conclusion, r.barcode, l.doc_no as "docNo",
         to_char(r.tested_on, 'YYYY-MM-DD') as "testedOn"
       from prevention.sample_result r join prevention.detect_item i on i.id = r.item_id join prevention.sample s on s.id = r.sample_id
       join prevention.sample_log l on l.id = s.log_id left join prevention.ant_disease d on d.tenant_no = r.tenant_no and d.code = r.disease_code
       where r.id = any ($1) order by r.id`,
      [ids],
    );
    await markSamples(all, [...new Set(found.map((one) => one.sampleId))]);
    await tellLife(all, found, actor);
    return found;
  });
  const titres = results.filter((one) => one.target === 'antibody' && one.animalId !== null);
  if (titres.length > 0) await markTitre(tx, [...new Set(titres.flatMap((one) => one.animalId ?? []))]);
  let alarms = await watchGroups(tx, results);
  for (const one of results)
    if (one.conclusion === 'positive' && one.target !== 'antibody') alarms += await foundPositive(tx, one, actor);
  return alarms;
}

async function tellLife(all: Tx, results: readonly Result[], actor: number | null): Promise<void> {
  await writeEvents(
    all,
    results.flatMap((one) =>
      one.animalId === null
        ? []
        : [
            {
              animalId: one.animalId,
              kind: 'tested',
              happenedOn: one.testedOn,
              principalId: one.principalId,
              regionCode: one.regionCode,
              source: { entity: 'prevention.sampleResult', id: one.id, docNo: one.docNo },
              summary: { item: one.item, disease: one.diseaseCode, conclusion: one.conclusion, barcode: one.barcode },
            },
          ],
    ),
    actor,
  );
}

/** Whose business a place is: its township's station, or the authority of its county. */
async function unitOf(all: Tx, regionCode: number, level: 'township' | 'county'): Promise<number | null> {
  const town = Math.floor(regionCode / 1000) * 1000;
  const county = Math.floor(regionCode / 1_000_000) * 1_000_000;
  const codes = level === 'township' ? [town, county] : [county];
  const [row] = await all.query<{ id: number }>(
    `select id from registry.principal where tenant_no = kit.tenant() and status = 'active' and principal_unit_type in ('preventionStation', 'authority')
       and region_code = any ($1) order by array_position($1, region_code), principal_unit_type desc, id limit 1`,
    [codes],
  );
  return row?.id ?? null;
}

/** R45: too few protected in a township, of at least fifteen of a task. */
async function watchGroups(tx: Tx, results: readonly Result[]): Promise<number> {
  const touched = new Map(
    results
      .filter((one) => one.target === 'antibody' && one.antibodyTarget !== null)
      .map((one) => [`${one.taskId}:${Math.floor(one.regionCode / 1000)}:${one.diseaseCode}`, one]),
  );
  let opened = 0;
  for (const [key, { taskId, regionCode, diseaseCode, disease, antibodyTarget }] of touched)
    opened += await asSystem(tx, async (all) => {
      const town = Math.floor(regionCode / 1000) * 1000;
      const [group] = await all.query<{ n: number; good: number }>(
        `select count(*)::int as n, count(*) filter (where conclusion = 'qualified')::int as good from prevention.sample_result
         where tenant_no = kit.tenant() and task_id = $1 and disease_code = $2 and region_code >= $3 and region_code < $3 + 1000 and status = 'released'
           and conclusion in ('qualified', 'unqualified')`,
        [taskId, diseaseCode, town],
      );
      const dedupKey = `antibodyLow:${key}`;
      const rate = group && group.n > 0 ? Math.round((group.good / group.n) * 1000) / 10 : 100;
      const principalId = await unitOf(all, regionCode, 'township');
      if (!group || group.n < 15 || rate >= (antibodyTarget ?? 0) || principalId === null) {
        await closeAlarm(all, dedupKey);
        return 0;
      }
      const alarm = await openAlarm(all, {
        kind: 'antibodyLow',
        dedupKey,
        subject: { entity: 'prevention.sampleTask', id: taskId },
        regionCode: town,
        principalId,
        args: {
          place: regionName(town) ?? String(town),
          disease,
          diseaseCode,
          rate,
          n: group.n,
          target: antibodyTarget ?? 0,
        },
      });
      return alarm === null ? 0 : 1;
    });
  return opened;
}

/** R46: the county hears of it, an investigation lies ready with the holder as its index, and the animal changes hands no more. */
async function foundPositive(tx: Tx, one: Result, actor: number | null): Promise<number> {
  const actionId = await draftInvestigation(tx, {
    type: 'emergency',
    diseaseCode: one.diseaseCode,
    indexPrincipalId: one.principalId,
    sourceRef: { entity: 'prevention.sampleResult', id: one.id },
  });
  return asSystem(tx, async (all) => {
    if (one.animalId !== null) await setFlag(all, [one.animalId], 'quarantined', true, flagSource(one.id), actor);
    const county = await unitOf(all, one.regionCode, 'county');
    if (county === null) return 0;
    const args = { disease: one.disease, holder: one.holder, barcode: one.barcode, item: one.item };
    await notify(all, {
      audience: { principalIds: [county], roleCodes: ['ant_county', 'region_manager'] },
      type: 'warning',
      level: 'urgent',
      title: { key: 'prevention.sampleResult.positiveTitle', args },
      content: { key: 'prevention.sampleResult.positiveText', args },
      animalNumber: one.earTag,
      linkPath: `/ant/investigation/actionDetail?id=${actionId}`,
    });
    const alarm = await openAlarm(all, {
      kind: 'positive',
      dedupKey: `positive:${one.id}`,
      subject: { entity: 'prevention.sampleResult', id: one.id, name: one.barcode },
      animalId: one.animalId,
      regionCode: one.regionCode,
      principalId: county,
      args,
      evidence: { value: one.conclusion, actionId },
    });
    return alarm === null ? 0 : 1;
  });
}

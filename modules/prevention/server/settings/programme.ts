import { invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { dropDictEntry, saveDictEntry } from '#modules/platform/server/index.ts';
import { antDisease, immuneProgramme } from '#modules/prevention/contract/settings/programme.ts';

type Names = Pick<FormOf<typeof antDisease>, 'nameZh' | 'nameTw' | 'nameEn'>;

/** The disease's name in the dictionary is written with the disease, so that no record can name one the lists do not know. */
const nameIt = (call: Call, code: string, names: Names, enabled: boolean) =>
  saveDictEntry(call, {
    dictCode: 'ant_disease',
    dictValue: code,
    labelZhCn: names.nameZh,
    labelZhTw: names.nameTw,
    labelEn: names.nameEn,
    enabled,
  });

const namedOf = async (call: Call, id: number) =>
  (
    await call.tx.query<Names & { code: string; status: string }>(
      'select code, status, name_zh as "nameZh", name_tw as "nameTw", name_en as "nameEn" from prevention.ant_disease where id = $1',
      [id],
    )
  )[0];

/** What holds for a place is set by whoever the place belongs to. */
export function refuseElsewhere(call: Call, regionCode: number | undefined): void {
  const { regions, system } = call.actor.scope;
  if (regionCode !== undefined && !system && !regions.some((code) => within(regionCode, code)))
    throw invalid([{ field: 'regionCode', key: 'error.outsideJurisdiction' }]);
}

/** A day that ended before it began holds nowhere. */
export function refuseBackwards(from: string, to: string | null): void {
  if (to !== null && to < from) throw invalid([{ field: 'validTo', key: 'prevention.setting.endsEarly' }]);
}

export const inForceSql = "prevention.today() between t.valid_from and coalesce(t.valid_to, date 'infinity')";

export const programmeRoutes = (): Route[] => [
  ...serveResource(antDisease)({
    expressions: {
      reportClass: 't.report_class::text',
      coverageTarget: 't.coverage_target::float8',
      antibodyTarget: 't.antibody_target::float8',
      programmes:
        '(select count(*)::int from prevention.immune_programme p where p.tenant_no = t.tenant_no and p.disease_code = t.code)',
    },
    before: {
      remove: async (call, row) => dropDictEntry(call, 'ant_disease', row.code),
    },
    after: {
      add: (call, _id, values) => nameIt(call, values.code, values, true),
      edit: async (call, id, values) => {
        const row = await namedOf(call, id);
        if (row) await nameIt(call, row.code, values, row.status === 'enabled');
      },
      transition: async (call, move) => {
        const row = await namedOf(call, move.id);
        if (row) await nameIt(call, row.code, row, move.name === 'enable');
      },
    },
  }),
  ...serveResource(immuneProgramme)({
    expressions: {
      title: "(t.disease_code || ' ' || t.species)",
      inForce: `(${inForceSql})`,
    },
    before: {
      add: async (call, values) => {
        refuseElsewhere(call, values.regionCode);
        refuseBackwards(values.validFrom, values.validTo);
        return undefined;
      },
      edit: async (call, values, row) => {
        refuseElsewhere(call, row.regionCode);
        refuseBackwards(row.validFrom, values.validTo);
        return undefined;
      },
    },
  }),
];

export interface Programme {
  readonly id: number;
  readonly diseaseCode: string;
  readonly species: string;
  readonly stage: string | null;
  readonly minAgeDays: number;
  readonly boosterDays: number | null;
  readonly validDays: number;
  readonly minGapDays: number;
  readonly seasonScope: 'all' | 'lapsedOnly';
  readonly banOn: readonly string[];
}

/**
 * How an animal of a kind is immunised against a disease in a place on a day; null where nobody said.
 *
 * @example
 * const rule = await programmeFor(tx, { diseaseCode: 'fmd', species: 'cattle', stage: 'calf', regionCode, on: '2026-11-15' });
 */
export async function programmeFor(
  tx: Tx,
  asked: { diseaseCode: string; species: string; stage: string | null; regionCode: number; on: string },
): Promise<Programme | null> {
  const [row] = await tx.query<Programme>(
    `select p.id, p.disease_code as "diseaseCode", p.species, p.stage, p.min_age_days as "minAgeDays", p.booster_days as "boosterDays", p.valid_days as "validDays",
       p.min_gap_days as "minGapDays", p.season_scope as "seasonScope", p.ban_on as "banOn"
     from prevention.programme_of($1, $2, $3, $4, $5, $6) p where p.id is not null`,
    [tx.scope.tenantNo, asked.diseaseCode, asked.species, asked.stage, asked.regionCode, asked.on],
  );
  return row ?? null;
}

export interface Disease {
  readonly code: string;
  readonly name: string;
  readonly species: readonly string[];
  readonly compulsory: boolean;
  readonly reportClass: number | null;
  readonly coverageTarget: number;
  readonly antibodyTarget: number | null;
  readonly stressWindowHours: number;
  readonly humanRisk: boolean;
}

/** A disease by its code; null where the tenant has none of it. */
export async function diseaseOf(tx: Pick<Tx, 'query'>, code: string): Promise<Disease | null> {
  const [row] = await tx.query<Disease>(
    `select code, name_zh as name, species, compulsory, report_class as "reportClass", coverage_target::float8 as "coverageTarget", antibody_target::float8 as "antibodyTarget",
       stress_window_hours as "stressWindowHours", human_risk as "humanRisk" from prevention.ant_disease where code = $1 and tenant_no = kit.tenant()`,
    [code],
  );
  return row ?? null;
}

import { invalid, refusal } from '#kit/contract/errors.ts';
import { ruleHash } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { ruleParams, type SubsidyKind } from '#modules/breeding/contract/subsidy/rule-params.ts';
import { subsidyRule } from '#modules/breeding/contract/subsidy/subsidy.ts';

export interface Rule {
  readonly id: number;
  readonly ruleVersion: number;
  readonly params: Record<string, unknown>;
  readonly validFrom: string;
  readonly validTo: string | null;
}
/** Published versions, oldest first; each holds until the day before the next. */
export async function rulesOf(tx: Pick<Tx, 'query'>, programmeId: number): Promise<Rule[]> {
  return tx.query<Rule>(
    `select id, rule_version as "ruleVersion", params, to_char(valid_from, 'YYYY-MM-DD') as "validFrom",
       to_char(valid_to, 'YYYY-MM-DD') as "validTo"
     from breeding.subsidy_rule where tenant_no = kit.tenant() and programme_id = $1
       and status in ('published', 'superseded') order by valid_from, rule_version`,
    [programmeId],
  );
}

interface Typed {
  readonly unitAmount: number;
  readonly laterAmount: number | null;
  readonly minCows: number | null;
  readonly maxCows: number | null;
  readonly roundId: number | null;
  readonly aiOnly: boolean;
  readonly tagWithinDays: number | null;
  readonly aliveDays: number | null;
  readonly immunised: readonly string[] | null;
  readonly mostPerCow: number | null;
  readonly listingScheme: string | null;
  readonly breeds: readonly string[] | null;
  readonly methods: readonly string[] | null;
}
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** What was typed, as the arithmetic of the kind reads it; what the kind asks for and was not typed is named. */
function paramsFrom(kind: SubsidyKind, typed: Typed): Record<string, unknown> {
  const words = {
    calf: {
      perCalfCents: typed.unitAmount,
      minCows: typed.minCows,
      roundId: typed.roundId,
      aiOnly: typed.aiOnly,
      tagWithinDays: typed.tagWithinDays,
      aliveDays: typed.aliveDays,
      immunised: typed.immunised,
      maxPerCowYear: typed.mostPerCow,
    },
    baseCow: {
      perCowCents: typed.unitAmount,
      minCows: typed.minCows,
      maxCows: typed.maxCows,
      roundId: typed.roundId,
    },
    semen: {
      perStrawCents: typed.unitAmount,
      maxStrawsPerCowYear: typed.mostPerCow,
      listingScheme: typed.listingScheme,
      breeds: typed.breeds,
    },
    service: {
      perFirstHeatCents: typed.unitAmount,
      perLaterHeatCents: typed.laterAmount ?? typed.unitAmount,
      methods: typed.methods && typed.methods.length > 0 ? typed.methods : null,
    },
  }[kind];
  const read = ruleParams[kind].safeParse(given(words));
  if (read.success) return read.data;
  const names: Record<string, string> = { perCalfCents: 'unitAmount', maxPerCowYear: 'mostPerCow' };
  throw invalid(
    read.error.issues.map(({ path }) => ({
      field: names[String(path[0])] ?? String(path[0]),
      key: 'error.field.required',
    })),
  );
}

async function kindOf(tx: Tx, programmeId: number): Promise<SubsidyKind> {
  const [row] = await tx.query<{ kind: SubsidyKind }>(
    'select kind from breeding.subsidy_programme where tenant_no = kit.tenant() and id = $1',
    [programmeId],
  );
  if (!row) throw invalid([{ field: 'programmeId', key: 'error.field.ref' }]);
  return row.kind;
}
const stored = (kind: SubsidyKind, values: Typed) => {
  const params = paramsFrom(kind, values);
  return {
    params: JSON.stringify(params),
    paramsHash: ruleHash(params as never),
    immunised: values.immunised ?? [],
    breeds: values.breeds ?? [],
    methods: values.methods ?? [],
  };
};

export const ruleRoutes = (): Route[] =>
  serveResource(subsidyRule)({
    expressions: { kind: '(select p.kind from breeding.subsidy_programme p where p.id = t.programme_id)' },
    before: {
      add: async (call, values) => {
        const kind = await kindOf(call.tx, values.programmeId);
        const [last] = await call.tx.query<{ n: number }>(
          `select coalesce(max(rule_version), 0) as n from breeding.subsidy_rule
           where tenant_no = kit.tenant() and programme_id = $1`,
          [values.programmeId],
        );
        return { ...stored(kind, values), ruleVersion: (last?.n ?? 0) + 1 };
      },
      edit: async (call, values, row) => stored(await kindOf(call.tx, row.programmeId), values),
      transition: async (call, _move, row) => {
        const [made] = await call.tx.query<{ by: number | null }>(
          'select created_by as by from breeding.subsidy_rule where id = $1',
          [row.id],
        );
        if (made?.by === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
        const before = await rulesOf(call.tx, row.programmeId);
        const later = before.find((one) => one.validFrom >= row.validFrom);
        if (later) throw refusal('ruleOrder', 'breeding.refusal.ruleOrder', { day: later.validFrom });
        await call.tx.query(
          `update breeding.subsidy_rule set status = 'superseded', valid_to = $3::date - 1, version = version + 1,
             updated_at = now() where tenant_no = kit.tenant() and programme_id = $1 and id <> $2
             and status = 'published' and (valid_to is null or valid_to >= $3)`,
          [row.programmeId, row.id, row.validFrom],
        );
        return { publishedBy: call.actor.userId, publishedAt: new Date().toISOString(), reason: _move.remark ?? null };
      },
    },
  });

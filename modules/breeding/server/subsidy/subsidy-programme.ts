import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { subsidyProgramme } from '#modules/breeding/contract/subsidy/subsidy.ts';

const spent = (states: string) => `(select coalesce(sum(b.total_cents), 0)::bigint from breeding.subsidy_batch b
  where b.tenant_no = t.tenant_no and b.programme_id = t.id and b.status in (${states}))`;
const committed = spent("'approved', 'paying', 'paid'");

const mustSum = (values: {
  centralPct: number;
  provincePct: number;
  prefecturePct: number;
  countyPct: number;
}): void => {
  const whole = values.centralPct + values.provincePct + values.prefecturePct + values.countyPct;
  if (Math.round(whole * 100) !== 10_000) throw invalid([{ field: 'countyPct', key: 'breeding.refusal.sharesSum' }]);
};

export const programmeRoutes = (): Route[] =>
  serveResource(subsidyProgramme)({
    expressions: {
      committed,
      paid: `(select coalesce(sum(l.amount_cents), 0)::bigint from breeding.subsidy_line l
        where l.tenant_no = t.tenant_no and l.programme_id = t.id and l.pay_status = 'paid')`,
      use: `round(100.0 * ${committed} / nullif(t.budget, 0), 1)::float8`,
      rules: `(select count(*)::int from breeding.subsidy_rule r where r.tenant_no = t.tenant_no
        and r.programme_id = t.id)`,
    },
    before: {
      add: async (_call, values) => {
        mustSum(values);
        return { docIds: values.docIds ?? [] };
      },
      edit: async (_call, values) => {
        mustSum(values);
        return { docIds: values.docIds ?? [] };
      },
      remove: async (call, row) => {
        const used = await call.tx.query(
          'select 1 from breeding.subsidy_rule where tenant_no = kit.tenant() and programme_id = $1 limit 1',
          [row.id],
        );
        if (used.length > 0) throw new AppError(409, 'error.inUse', { args: { name: row.name } });
      },
      transition: async (call, move, row) => {
        if (move.name !== 'activate') return undefined;
        const rules = await call.tx.query(
          `select 1 from breeding.subsidy_rule where tenant_no = kit.tenant() and programme_id = $1
             and status = 'published'`,
          [row.id],
        );
        if (rules.length === 0) throw refusal('noRule', 'breeding.refusal.noRule');
        return undefined;
      },
    },
  });

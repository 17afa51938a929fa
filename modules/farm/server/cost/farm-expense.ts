import { invalid } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { expenseSums, farmExpense } from '#modules/farm/contract/cost/cost.ts';
import { farmOf } from '../sale/own-farm.ts';
import { mustBeOpen } from './farm-month.ts';

async function checkDay(call: Call, principalId: number, on: string): Promise<void> {
  if (on > today()) throw invalid([{ field: 'onDate', key: 'farm.tradeRefusal.future' }]);
  await mustBeOpen(call.tx, principalId, on);
}

export const farmExpenseRoutes = (): Route[] => [
  serve('farm', expenseSums, async (call) => {
    const { from = null, to = null, principalId = null } = call.query;
    const values = [from, to, principalId];
    const where = `where ($1::date is null or on_date >= $1) and ($2::date is null or on_date <= $2)
      and ($3::bigint is null or principal_id = $3)`;
    const [byKind, byMonth] = await call.database.read<
      [{ kind: string; cents: number }, { month: string; cents: number }]
    >(
      call.actor.scope,
      {
        text: `select kind, sum(amount)::bigint as cents from farm.farm_expense ${where} group by 1 order by 2 desc`,
        values,
      },
      {
        text: `select to_char(on_date, 'YYYY-MM') as month, sum(amount)::bigint as cents from farm.farm_expense ${where}
          group by 1 order by 1`,
        values,
      },
    );
    return { total: byKind.reduce((sum, one) => sum + one.cents, 0), byKind, byMonth };
  }),
  ...serveResource(farmExpense)({
    before: {
      add: async (call, values) => {
        const principalId = farmOf(call, values.principalId);
        await checkDay(call, principalId, values.onDate);
        return { principalId };
      },
      edit: async (call, values, row) => {
        const principalId = farmOf(call, row.principalId);
        await checkDay(call, principalId, row.onDate);
        await checkDay(call, principalId, values.onDate);
        return undefined;
      },
      remove: async (call, row) => checkDay(call, farmOf(call, row.principalId), row.onDate),
    },
  }),
];

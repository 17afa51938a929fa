import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { purveyor } from '#modules/depot/contract/goods/purveyor.ts';
import { creditCodeCheck } from '#modules/registry/contract/principal/credit-code.ts';

const receipts = `from depot.stock_doc d where d.purveyor_id = t.id and d.doc_type = 'purchaseIn' and d.status = 'posted' and d.biz_date >= date_trunc('year', now() at time zone 'Asia/Shanghai')::date`;

interface Wanted {
  readonly creditCode: string | null;
  readonly licences: readonly { readonly validTo: string | null }[];
}

/** The first licence to run out is what the list shows; one without an end runs out never. */
function check({ creditCode, licences }: Wanted): { licenceUntil: string | null; creditCode: string | null } {
  if (creditCode && creditCodeCheck(creditCode.slice(0, 17)) !== creditCode[17])
    throw invalid([{ field: 'creditCode', key: 'error.field.pattern' }]);
  const ends = licences.flatMap(({ validTo }) => validTo ?? []).sort();
  return { licenceUntil: ends[0] ?? null, creditCode: creditCode || null };
}

export const purveyorRoutes = (): Route[] =>
  serveResource(purveyor)({
    expressions: {
      receiptCount: `(select count(*)::int ${receipts})`,
      amount: `(select sum(c.cents)::float8 / 100 from depot.stock_cost c join depot.stock_doc_line l on c.about = 'line' and c.about_id = l.id where l.doc_id in (select d.id ${receipts}))`,
    },
    before: {
      add: async (_call, values) => check(values),
      edit: async (_call, values) => check(values),
    },
  });

/** A unit has become part of another: so have those who bring it things. */
export async function reassignPurveyors(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update depot.purveyor t set principal_id = $2, version = version + 1, updated_at = now(),
       name = case when exists (select 1 from depot.purveyor o where o.principal_id = $2 and o.name = t.name) then t.name || '-' || t.id::text else t.name end
     where t.principal_id = $1`,
    [from, to],
  );
}

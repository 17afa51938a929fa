import { AppError } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { showRange } from '#modules/sign/contract/numbers/code.ts';
import type * as contract from '#modules/sign/contract/papers/stock-out.ts';
import { categoriesOf } from '../settings/sign-category.ts';

const nameOf = (unit: string, staff: string) =>
  `concat_ws(' ', registry.principal_name(t.${unit}), sign.staff_name(t.${staff}))`;

/** What the slip says that both sides sign. */
export async function slip(call: Call<typeof contract.issueSlip>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [head] = await tx.query<Record<string, never> & { from: string }>(
      `select t.doc_no as "docNo", t.kind, ${nameOf('from_principal_id', 'from_staff_id')} as "from",
         ${nameOf('to_principal_id', 'to_staff_id')} as "to", t.issued_on as "issuedOn", t.count as total,
         sign.user_name(t.created_by) as giver, r.signed_at as "signedAt", coalesce(r.proxy, false) as proxy,
         sign.user_name(r.signed_by) as receiver, t.hand_sign[1] as "giverSign", r.signature[1] as "receiverSign"
       from sign.sign_stock_out t left join lateral (select * from sign.sign_receiving q
         where q.source_type = 'stockOut' and q.source_id = t.id order by q.id desc limit 1) r on true
       where t.id = $1`,
      [call.query.id],
    );
    if (!head) throw new AppError(404, 'error.notFound');
    const lines = await tx.query<{ categoryId: number; from: number; to: number; count: number; packs: string | null }>(
      `select l.category_id as "categoryId", l.code_from::bigint as "from", l.code_to::bigint as "to", l.count,
         l.pack_no as packs from sign.sign_stock_out_line l where l.parent_id = $1 order by l.line_no`,
      [call.query.id],
    );
    const categories = await categoriesOf(tx);
    return {
      ...(head as never as Record<string, string | number | boolean | null>),
      lines: lines.map((line) => ({
        category: categories.get(line.categoryId)?.name ?? '',
        range: line.from ? showRange(line) : '-',
        count: line.count,
        packs: line.packs ?? '',
      })),
    } as never;
  });
}

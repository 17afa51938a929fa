import type { Tx } from '#kit/server/db/database.ts';
import { registerConsumer } from '#kit/server/events/consumer.ts';
import { today } from '#kit/server/today.ts';
import { tellOperators, tellUnit } from '../common.ts';
import { takeOff } from './product.ts';

// Chinese in this file: why something left the shelf is kept in the language of the shelf.
const paperEnded = '证照到期';
const periodOver = '上架期满';

/** R6: whatever needs a paper that its supplier no longer has; it comes back only by hand. */
export async function unshelveLacking(all: Tx, supplierId: number | null): Promise<number> {
  const lacking = await all.query<{ id: number; supplierId: number }>(
    `select p.id, p.supplier_id as "supplierId" from commerce.product p
     left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
     where p.tenant_no = kit.tenant() and p.status = 'onShelf' and ($1::bigint is null or p.supplier_id = $1)
       and exists (select 1 from unnest(coalesce(r.required_doc_kinds, array['businessLicence'])) k (kind)
         where not exists (
         select 1 from commerce.paper_seen d where d.principal_id = p.supplier_id and d.doc_kind = k.kind
           and d.status = 'valid' and (d.valid_to is null or d.valid_to >= $2::date)))
     order by p.id for update of p`,
    [supplierId, today()],
  );
  await takeOff(
    all,
    lacking.map((one) => one.id),
    { reason: paperEnded },
  );
  for (const id of new Set(lacking.map((one) => one.supplierId)))
    await tellUnit(all, id, { key: 'commerce.product.told_paper', args: {} }, '/suppliers/commodity/info');
  return lacking.length;
}

/** The clock's part of the shelf: what was to stay until yesterday. */
export async function unshelveOver(all: Tx): Promise<number> {
  const over = await all.query<{ id: number }>(
    `select id from commerce.product where tenant_no = kit.tenant() and status = 'onShelf' and shelf_to < $1::date`,
    [today()],
  );
  await takeOff(
    all,
    over.map((one) => one.id),
    { reason: periodOver },
  );
  return over.length;
}

interface Ending {
  readonly supplierId: number;
  readonly supplier: string;
  readonly validTo: string;
  readonly titles: string[];
}
/** Thirty and seven days before a paper ends: what would leave the shelf with it. */
export async function remindPapers(all: Tx): Promise<number> {
  const ending = await all.query<Ending>(
    `select d.principal_id as "supplierId", u.name as supplier, to_char(d.valid_to, 'YYYY-MM-DD') as "validTo",
       array_agg(distinct p.title order by p.title) as titles
     from commerce.paper_seen d join commerce.unit_seen u on u.id = d.principal_id
     join commerce.product p on p.tenant_no = d.tenant_no and p.supplier_id = d.principal_id and p.status = 'onShelf'
     left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
     where d.tenant_no = kit.tenant() and d.status = 'valid' and d.valid_to in ($1::date + 30, $1::date + 7)
       and d.doc_kind = any (coalesce(r.required_doc_kinds, array['businessLicence']))
       and not exists (select 1 from commerce.paper_seen n where n.principal_id = d.principal_id
         and n.doc_kind = d.doc_kind and n.status = 'valid' and (n.valid_to is null or n.valid_to > d.valid_to))
     group by 1, 2, 3 order by 1`,
    [today()],
  );
  for (const { supplierId, supplier, validTo, titles } of ending) {
    const content = titles.slice(0, 20).join('、');
    const title = { key: 'commerce.product.told_ending', args: { supplier, date: validTo, n: titles.length } };
    await tellUnit(all, supplierId, title, '/suppliers/commodity/info', content);
    await tellOperators(all, title, '/selectionLib/productList/list', content);
  }
  return ending.length;
}

/** Goods that wait for a review since yesterday. */
export async function remindReviews(all: Tx): Promise<number> {
  const [waiting] = await all.query<{ n: number }>(
    `select count(*)::int as n from commerce.commodity where tenant_no = kit.tenant() and status = 'reviewing'
       and submitted_at < now() - interval '24 hours'`,
  );
  const n = waiting?.n ?? 0;
  const title = { key: 'commerce.commodityReview.told_waiting', args: { n } };
  if (n > 0) await tellOperators(all, title, '/selectionLib/commodityReview?status=reviewing');
  return n;
}

interface Expired {
  readonly ownerKind?: string;
  readonly principalId?: number;
}
export const registerShelf = (): void =>
  registerConsumer({
    name: 'commerce-papers',
    topics: ['document.expired'],
    handle: async (tx, event) => {
      const { ownerKind, principalId } = (event.data ?? {}) as Expired;
      if (ownerKind === 'principal' && principalId) await unshelveLacking(tx, principalId);
    },
  });

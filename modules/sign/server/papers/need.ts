import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import type { NeedTerms } from '#modules/sign/contract/papers/procurement.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { dayAfter } from './days.ts';

/** R14: what a county will wear until then and has not got yet, with every term of the sum. */
export async function needOfCounty(
  tx: Tx,
  { countyCode, categoryId, months }: { countyCode: number; categoryId: number; months: number },
): Promise<NeedTerms> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const category = (await categoriesOf(all)).get(categoryId);
    const perBag = category?.perBag ?? 100;
    const day = today();
    const last = { from: dayAfter(day, -365), to: dayAfter(day, -365 + Math.round(months * 30.4)) };
    const [worn] = await all.query<{ same: number; year: number; lost: number }>(
      `select coalesce(sum(d.worn) filter (where d.day between $4 and $5), 0)::int as same,
         coalesce(sum(d.worn) filter (where d.day > $4), 0)::int as year,
         coalesce(sum(d.scrapped + d.lost) filter (where d.day > $4), 0)::int as lost
       from sign.tag_balance_day d
       where d.tenant_no = $1 and d.category_id = $2 and d.region_code / 1000000 = $3::bigint / 1000000`,
      [all.scope.tenantNo, categoryId, countyCode, last.from, last.to],
    );
    const [held] = await all.query<{ unworn: number; usable: number }>(
      `select coalesce(sum(s.count) filter (where s.place in ('ordered', 'produced', 'inTransit', 'received',
         'stock', 'hand')),
           0)::int as unworn,
         coalesce(sum(s.count) filter (where s.place in ('received', 'stock', 'hand') and s.hold_id is null),
         0)::int as usable
       from sign.tag_segment s
       where s.tenant_no = $1 and s.category_id = $2 and s.region_code / 1000000 = $3::bigint / 1000000`,
      [all.scope.tenantNo, categoryId, countyCode],
    );
    const untagged = await untaggedOf(all, countyCode, category?.species ?? []);
    const births = worn?.same ?? 0;
    const gone = (worn?.year ?? 0) + (worn?.lost ?? 0);
    const lossPct = gone === 0 ? 0 : Math.round(((worn?.lost ?? 0) / gone) * 1000) / 10;
    const unworn = held?.unworn ?? 0;
    const wanted = Math.ceil((births + untagged) * (1 + lossPct / 100)) - unworn;
    const perMonth = (worn?.year ?? 0) / 12;
    return {
      countyCode,
      categoryId,
      months,
      births,
      untagged,
      lossPct,
      unworn,
      perBag,
      need: Math.max(0, Math.ceil(wanted / perBag) * perBag),
      cover: perMonth > 0 ? Math.round(((held?.usable ?? 0) / perMonth) * 10) / 10 : null,
    };
  });
}

/** Animals that are counted and wear no number, as the last counts say. */
export async function untaggedOf(tx: Tx, regionCode: number, species: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>('select sign.untagged($1, $2) as n', [regionCode, species]);
  return row?.n ?? 0;
}

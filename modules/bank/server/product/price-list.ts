import { forbidden } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type PriceList,
  priceList,
  priceListEffect,
  priceListGrid,
  priceListMarket,
} from '#modules/bank/contract/product/price-list.ts';
import { bandOf, ltvOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { mktPrice } from '#modules/farm/server/index.ts';
import { needFiles, refuse } from '../refusals.ts';
import { headOfficeOf } from './bank-product.ts';
import { boundsOf, crossingsOf } from './crossings.ts';
import { reading } from './reading.ts';
import { lineValues } from './valuation.ts';

interface PriceRow {
  readonly species: string;
  readonly stage: string;
  readonly breeds: readonly string[] | null;
  readonly sex: string | null;
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
}
const ages = (one: PriceRow): readonly [number, number] => [one.ageFrom ?? 0, one.ageTo ?? Number.MAX_SAFE_INTEGER];
/** Whether some animal would fit both: then nobody could say what it is worth. */
export function overlap(a: PriceRow, b: PriceRow): boolean {
  if (a.species !== b.species || a.stage !== b.stage) return false;
  if (a.sex && b.sex && a.sex !== b.sex) return false;
  const [[fromA, toA], [fromB, toB]] = [ages(a), ages(b)];
  if (fromA > toB || fromB > toA) return false;
  const [breedsA, breedsB] = [a.breeds ?? [], b.breeds ?? []];
  // Breeds that are named go before those that are not: only two lines of the same kind collide.
  if (breedsA.length === 0 || breedsB.length === 0) return breedsA.length === breedsB.length;
  return breedsA.some((breed) => breedsB.includes(breed));
}
function mustNotOverlap(lines: readonly PriceRow[]): void {
  lines.forEach((one, at) => {
    const other = lines.findIndex((two, next) => next > at && overlap(one, two));
    if (other >= 0) throw refuse('linesOverlap', { a: at + 1, b: other + 1 });
  });
}
const plain = (values: { lines: readonly { breeds: string[] | null }[] }) => ({
  lines: values.lines.map((one) => ({ ...one, breeds: one.breeds ?? [] })),
});

/** The list before one: of the same code, owner and region, the newest that began earlier. */
const beforeSql = `select b.id, to_char(b.valid_from, 'YYYY-MM-DD') as "validFrom" from bank.price_list b
  join bank.price_list l on l.tenant_no = b.tenant_no and l.id = $1
  where b.tenant_no = kit.tenant() and b.price_list_code = l.price_list_code and b.region_code = l.region_code
    and b.bank_id is not distinct from l.bank_id and b.valid_from < l.valid_from
    and b.status in ('effective', 'retired')
  order by b.valid_from desc limit 1`;

/** Retired by the next: a list ends on the day the one after it begins. Its prices still stand for its own days. */
export async function retireFollowed(tx: Tx, day: string): Promise<number> {
  const rows = await tx.query(
    `update bank.price_list o set status = 'retired', version = version + 1, updated_at = now()
     where o.tenant_no = kit.tenant() and o.status = 'effective' and exists (
       select 1 from bank.price_list n where n.tenant_no = o.tenant_no and n.price_list_code = o.price_list_code
         and n.region_code = o.region_code and n.bank_id is not distinct from o.bank_id and n.status = 'effective'
         and n.valid_from > o.valid_from and n.valid_from <= $1::date)
     returning o.id`,
    [day],
  );
  return rows.length;
}

async function submitted(call: Call, row: PriceList) {
  if (row.validFrom < today()) throw refuse('pastDay');
  mustNotOverlap(row.lines as unknown as PriceRow[]);
  return { submittedBy: call.actor.userId, submittedAt: new Date().toISOString() };
}
async function approved(call: Call, row: PriceList) {
  if (row.validFrom < today()) throw refuse('pastDay');
  const [who] = await call.tx.query<{ by: number | null; made: number | null }>(
    'select submitted_by as by, created_by as made from bank.price_list where id = $1',
    [row.id],
  );
  // R8: two persons.
  if (who?.by === call.actor.userId || who?.made === call.actor.userId) throw refuse('samePerson');
  return { approvedBy: call.actor.userId, approvedAt: new Date().toISOString() };
}

/** R8: of every line the list reaches, where it stands now and where it would stand. */
async function effect(call: Call<typeof priceListEffect>) {
  const list = await findRow(call, priceList, call.body.id);
  const day = [list.validFrom, today()].sort().at(-1) ?? today();
  const { tx } = call;
  const ids = (
    await tx.query<{ id: number }>(
      `select id from bank.credit_line where tenant_no = kit.tenant()
       and status in ('approved', 'effective', 'frozen', 'overdue')`,
    )
  ).map((one) => one.id);
  if (ids.length === 0) return { lines: 0, changed: 0, bookBefore: 0, bookAfter: 0, crossing: [] };
  const before = await lineValues(tx, { creditLineIds: ids });
  const after = await lineValues(tx, { creditLineIds: ids, day, asIfListId: list.id });
  const bounds = await boundsOf(tx, ids);
  const was = new Map(before.map((one) => [one.creditLineId, one]));
  const moves = after.flatMap((now) => {
    const old = was.get(now.creditLineId);
    const bound = bounds.get(now.creditLineId);
    if (!old || !bound) return [];
    const owed = now.balanceCents + now.interestCents;
    return [
      {
        ...bound,
        creditLineId: now.creditLineId,
        balanceCents: owed,
        eligibleBefore: old.eligibleCents,
        eligibleAfter: now.eligibleCents,
        ltvBefore: ltvOf(owed, old.eligibleCents),
        ltvAfter: ltvOf(owed, now.eligibleCents),
        from: bandOf(ltvOf(owed, old.eligibleCents), bound),
        to: bandOf(ltvOf(owed, now.eligibleCents), bound),
        isChanged: old.bookCents !== now.bookCents,
      },
    ];
  });
  return {
    lines: moves.length,
    changed: moves.filter((one) => one.isChanged).length,
    bookBefore: before.reduce((sum, one) => sum + one.bookCents, 0),
    bookAfter: after.reduce((sum, one) => sum + one.bookCents, 0),
    crossing: crossingsOf(moves),
  };
}

async function grid(call: Call<typeof priceListGrid>) {
  const list = await findRow(call, priceList, call.params.id);
  const { tx } = call;
  const [before] = await tx.query<{ id: number; validFrom: string }>(beforeSql, [list.id]);
  const prices = await tx.query<{
    lineId: number;
    species: string;
    stage: string;
    sex: string | null;
    breeds: string[];
    ageFrom: number | null;
    ageTo: number | null;
    unit: string;
    cents: number;
    beforeCents: number | null;
  }>(
    `select n.id as "lineId", n.species, n.stage, n.sex, n.breeds, n.age_from as "ageFrom", n.age_to as "ageTo", n.unit,
       n.price as cents, o.price as "beforeCents"
     from bank.price_list_line n left join bank.price_list_line o on o.tenant_no = n.tenant_no and o.parent_id = $2
       and o.species = n.species and o.stage = n.stage and o.sex is not distinct from n.sex and o.breeds = n.breeds
       and o.age_from is not distinct from n.age_from and o.age_to is not distinct from n.age_to and o.unit = n.unit
     where n.tenant_no = kit.tenant() and n.parent_id = $1 order by n.line_no`,
    [list.id, before?.id ?? null],
  );
  const history = await tx.query<{ day: string; species: string; stage: string; unit: string; cents: number }>(
    `select to_char(l.valid_from, 'YYYY-MM-DD') as day, n.species, n.stage, n.unit,
       round(avg(n.price * (1 + l.adjust_pct / 100)))::bigint as cents
     from bank.price_list l join bank.price_list_line n on n.tenant_no = l.tenant_no and n.parent_id = l.id
     where l.tenant_no = kit.tenant() and l.price_list_code = $1 and l.region_code = $2
       and l.bank_id is not distinct from $3 and l.status in ('effective', 'retired')
       and l.valid_from > current_date - interval '25 months'
     group by l.valid_from, n.species, n.stage, n.unit order by l.valid_from`,
    [list.priceListCode, list.regionCode, list.bankId],
  );
  return { beforeId: before?.id ?? null, beforeFrom: before?.validFrom ?? null, prices, history };
}

/** What a market product of the farms is here; its price is for a head or, as the farms report it, for a kilogram. */
const marketLines = [
  { product: 'cow', species: 'cattle', stage: 'cow', unit: 'head' },
  { product: 'calf', species: 'cattle', stage: 'calf', unit: 'head' },
  { product: 'feeder', species: 'cattle', stage: 'bull', unit: 'head' },
  { product: 'fatCattle', species: 'cattle', stage: 'steer', unit: 'kg' },
  { product: 'ewe', species: 'sheep', stage: 'ewe', unit: 'head' },
  { product: 'fatLamb', species: 'sheep', stage: 'wether', unit: 'kg' },
] as const;
async function market(call: Call<typeof priceListMarket>) {
  const day = call.query.day ?? today();
  const found = [];
  for (const line of marketLines) {
    const mean = await mktPrice(call.tx, line.product, call.query.regionCode, day);
    if (mean) found.push({ ...line, cents: mean.price, on: mean.on });
  }
  return found;
}

const nameOf = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;
export const priceListRoutes = (): Route[] => [
  ...serveResource(priceList)({
    expressions: {
      bankName: 'registry.principal_name(t.bank_id)',
      lineCount: `(select count(*)::int from bank.price_list_line n where n.tenant_no = t.tenant_no
        and n.parent_id = t.id)`,
      submittedByName: nameOf('submitted_by'),
      approvedByName: nameOf('approved_by'),
    },
    before: {
      add: async (call, values) => {
        needFiles('sourceFile', values.sourceFile);
        const bankId = await headOfficeOf(call.tx, call.actor.principalId);
        const [doc] = await call.tx.query<{ no: string }>(`select kit.doc_no('LV') as no`);
        return { bankId, docNo: doc?.no, ...plain(values) };
      },
      edit: async (_call, values, row) => {
        needFiles('sourceFile', values.sourceFile);
        // The tenant's own lists are read by every bank and written by none.
        if (row.bankId === null) throw forbidden();
        return plain(values);
      },
      transition: async (call, move, row) => {
        if (row.bankId === null) throw forbidden();
        if (move.name === 'submit') return submitted(call, row);
        return move.name === 'approve' ? approved(call, row) : { submittedBy: null, submittedAt: null };
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'approve') await retireFollowed(call.tx, today());
      },
    },
  }),
  serve('bank', priceListEffect, reading(effect)),
  serve('bank', priceListGrid, reading(grid)),
  serve('bank', priceListMarket, reading(market)),
];

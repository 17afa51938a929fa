import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { headValueOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import {
  creditValue,
  creditValueDay,
  explainValue,
  recomputeValue,
  valueHeads,
} from '#modules/bank/contract/product/values.ts';
import { reading } from './reading.ts';
import { asValuer, headsNow, productOf } from './valuation.ts';
import { cutsOf, headAnew, headOn, headsOn, type PricedBy, recomputeDay } from './value-stored.ts';

interface SeenLine {
  readonly id: number;
  readonly productId: number;
  readonly productVersion: number;
}
/** Under the caller's own sight: whose line it is not, finds none. */
async function seenLine(tx: Tx, id: number): Promise<SeenLine> {
  const [line] = await tx.query<SeenLine>(
    `select id, product_id as "productId", product_version as "productVersion" from bank.credit_line
     where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  if (!line) throw notFound();
  return line;
}

async function days(call: Call<typeof creditValue>) {
  const line = await seenLine(call.tx, call.params.id);
  const { maxLtv, warnLtv, callLtv, stopLtv } = await productOf(call.tx, line.productId, line.productVersion);
  const rows = await call.tx.query<{
    day: string;
    heads: number;
    bookCents: number;
    eligibleCents: number;
    balanceCents: number;
    ltv: number | null;
  }>(
    `select to_char(day, 'YYYY-MM-DD') as day, heads, book_value as "bookCents", eligible_value as "eligibleCents",
       balance + interest as "balanceCents", ltv
     from bank.credit_value_day where tenant_no = kit.tenant() and credit_line_id = $1
       and day between coalesce($2::date, current_date - 365) and coalesce($3::date, current_date) order by day
       limit 1100`,
    [line.id, call.query.from ?? null, call.query.to ?? null],
  );
  return { maxLtv, warnLtv, callLtv, stopLtv, days: rows };
}

/** The line an animal stood behind on a day, of those the caller sees. */
async function lineBehind(tx: Tx, animalId: number, day: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `select credit_line_id as id from (
       select distinct on (credit_line_id) credit_line_id, is_here, day from bank.head_value
       where tenant_no = kit.tenant() and animal_id = $1 and day <= $2::date order by credit_line_id, day desc) h
     where is_here order by day desc limit 1`,
    [animalId, day],
  );
  if (row) return row.id;
  const [item] = await tx.query<{ id: number }>(
    `select c.id from bank.pledge_item i join bank.pledge g on g.tenant_no = i.tenant_no and g.id = i.pledge_id
       join bank.credit_line c on c.tenant_no = g.tenant_no and c.id = g.credit_line_id
     where i.tenant_no = kit.tenant() and i.animal_id = $1 and i.state in ('pledged', 'releasing', 'missing')
       and $2::date >= $3::date`,
    [animalId, day, today()],
  );
  if (!item) throw notFound();
  return item.id;
}
const lineOfHead = (head: PricedBy) =>
  head.lineId === null
    ? null
    : {
        id: head.lineId,
        species: head.lineSpecies ?? '',
        breeds: head.lineBreeds ?? [],
        stage: head.lineStage ?? '',
        sex: head.lineSex,
        ageFrom: head.ageFrom,
        ageTo: head.ageTo,
        unit: head.unit ?? 'head',
        priceCents: head.priceCents ?? 0,
      };

async function explain(call: Call<typeof explainValue>) {
  const { tx, query } = call;
  const day = query.day ?? today();
  const creditLineId = await lineBehind(tx, query.animalId, day);
  // The line is the caller's; its prices are read as the bank's, since a client sees no list.
  const stored = await asValuer(tx, (sys) => headOn(sys, query.animalId, creditLineId, day));
  if (stored) {
    const { steps } = headAnew(stored);
    return {
      animalId: query.animalId,
      creditLineId,
      day,
      isStored: true,
      since: stored.since,
      priceListId: stored.priceListId,
      priceList: stored.priceList,
      validFrom: stored.validFrom,
      line: lineOfHead(stored),
      adjustPct: stored.adjustPct,
      weightKg: stored.weightKg,
      weightFrom: stored.weightFrom,
      cuts: cutsOf(stored.cuts, stored),
      cutPct: stored.cutPct,
      valueCents: stored.valueCents,
      eligibleCents: stored.eligibleCents,
      steps: [...steps],
    };
  }
  return explainNow(tx, creditLineId, query.animalId);
}
/** Before its first night an animal is told by what stands now. */
async function explainNow(tx: Tx, creditLineId: number, animalId: number) {
  const line = await seenLine(tx, creditLineId);
  const product = await productOf(tx, line.productId, line.productVersion);
  const [head] = await headsNow(tx, [creditLineId], animalId);
  if (!head) throw notFound();
  const [list] = await asValuer(tx, (sys) =>
    sys.query<PricedBy>(
      `select l.name as "priceList", to_char(l.valid_from, 'YYYY-MM-DD') as "validFrom", n.id as "lineId",
         n.species as "lineSpecies", n.stage as "lineStage", n.sex as "lineSex", n.breeds as "lineBreeds",
         n.age_from as "ageFrom", n.age_to as "ageTo", n.unit, n.price as "priceCents"
       from bank.price_list_line n join bank.price_list l on l.tenant_no = n.tenant_no and l.id = n.parent_id
       where n.tenant_no = kit.tenant() and n.id = $1`,
      [head.priceLineId],
    ),
  );
  const { steps } = headValueOf({ ...head, cuts: head.cuts }, product);
  return {
    animalId,
    creditLineId,
    day: today(),
    isStored: false,
    since: today(),
    priceListId: head.priceListId,
    priceList: list?.priceList ?? null,
    validFrom: list?.validFrom ?? null,
    line: list ? lineOfHead(list) : null,
    adjustPct: head.adjustPct,
    weightKg: head.weightKg,
    weightFrom: head.weightFrom,
    cuts: cutsOf(head.cuts, product),
    cutPct: head.cutPct,
    valueCents: head.valueCents,
    eligibleCents: head.eligibleCents,
    steps: [...steps],
  };
}

async function recompute(call: Call<typeof recomputeValue>) {
  const { creditLineId, day } = call.body;
  const line = await seenLine(call.tx, creditLineId);
  const done = await asValuer(call.tx, (sys) => recomputeDay(sys, line.id, day));
  if (!done) throw notFound();
  return done;
}

async function heads(call: Call<typeof valueHeads>) {
  const { tx, query } = call;
  const line = await seenLine(tx, query.creditLineId);
  const [last] = await tx.query<{ day: string }>(
    `select to_char(max(day), 'YYYY-MM-DD') as day from bank.credit_value_day
     where tenant_no = kit.tenant() and credit_line_id = $1 and day <= coalesce($2::date, current_date)`,
    [line.id, query.day ?? null],
  );
  if (!last?.day) return { day: null, heads: [] };
  const stored = await asValuer(tx, (sys) => headsOn(sys, line.id, last.day));
  const tags = await tx.query<{ animalId: number; earTag: string }>(
    `select distinct on (i.animal_id) i.animal_id as "animalId", i.ear_tag as "earTag"
     from bank.pledge_item i join bank.pledge g on g.tenant_no = i.tenant_no and g.id = i.pledge_id
     where i.tenant_no = kit.tenant() and g.credit_line_id = $1 order by i.animal_id, i.id desc`,
    [line.id],
  );
  const tagOf = new Map(tags.map((one) => [one.animalId, one.earTag]));
  return {
    day: last.day,
    heads: stored.map((one) => ({
      animalId: one.animalId,
      earTag: tagOf.get(one.animalId) ?? '',
      stage: one.stage,
      priceCents: one.priceCents,
      unit: one.unit,
      adjustPct: one.adjustPct,
      weightKg: one.weightKg,
      weightFrom: one.weightFrom,
      valueCents: one.valueCents,
      cuts: [...one.cuts],
      cutPct: one.cutPct,
      eligibleCents: one.eligibleCents,
    })),
  };
}

export const valueRoutes = (): Route[] => [
  ...serveResource(creditValueDay)({
    expressions: {
      lineNo: '(select c.doc_no from bank.credit_line c where c.tenant_no = t.tenant_no and c.id = t.credit_line_id)',
      clientName: 'registry.principal_name(t.principal_id)',
      bankName: 'registry.principal_name(t.bank_id)',
    },
  }),
  serve('bank', creditValue, reading(days)),
  serve('bank', explainValue, reading(explain)),
  serve('bank', recomputeValue, reading(recompute)),
  serve('bank', valueHeads, reading(heads)),
];

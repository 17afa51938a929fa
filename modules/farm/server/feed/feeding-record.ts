import { AppError, invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { consume, restore } from '#modules/depot/server/index.ts';
import { type FeedingInput, feedingRecord, leftFeeding, saveFeeding } from '#modules/farm/contract/feed/feed.ts';
import { refuseClosedDay } from '../common/closed-days.ts';
import { staffOf } from '../farm-of.ts';
import { refuseOthersPen } from '../pen/pen-duty.ts';
import { judgeFed } from './feed-alarms.ts';
import { writeCost } from './feed-money.ts';
import { insertItems, type TakenItem } from './feeding-item.ts';
import { feedStore, mealGrams, plannedItems, splitGrams } from './planned.ts';

interface Pen {
  readonly id: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly head: number;
}

async function penOf(tx: Tx, id: number): Promise<Pen> {
  const [pen] = await tx.query<Pen>(
    `select id, principal_id as "principalId", region_code as "regionCode", current_count as head from farm.pen_seen
     where id = $1`,
    [id],
  );
  if (!pen) throw notFound();
  return pen;
}

/** R34: a pen has meals or the day, not both. */
async function refuseBoth(tx: Tx, { penId, onDate, mealNo }: FeedingInput): Promise<void> {
  const [other] = await tx.query<{ same: boolean }>(
    `select bool_or(meal_no = $3) as same from farm.feeding_record
     where pen_id = $1 and on_date = $2 and status = 'done' and ((meal_no = 0) <> ($3 = 0) or meal_no = $3)
     having count(*) > 0`,
    [penId, onDate, mealNo],
  );
  if (other?.same) throw refusal('fedAlready', 'farm.feedingRecord.fedAlready');
  if (other) throw refusal('mealsOrDay', 'farm.feedingRecord.mealsOrDay');
}

const grams = (kg: number) => Math.round(kg * 1000);

interface Line {
  readonly materialId: number;
  readonly lotId: number | null;
  readonly grams: number;
}

/** R31, R32: the record, what it took from the store and what that cost; short stock refuses all of it. */
export async function feed(
  tx: Tx,
  input: FeedingInput,
  { mayAll, anyDay = false }: { readonly mayAll: boolean; readonly anyDay?: boolean },
) {
  const [known] = await tx.query<{ id: number; version: number; fedKg: number }>(
    `select id, version, fed_kg::float8 as "fedKg" from farm.feeding_record where request_id = $1`,
    [input.requestId],
  );
  if (known) return known;
  const pen = await penOf(tx, input.penId);
  if (!mayAll) await refuseOthersPen(tx, pen.id);
  if (!anyDay && (input.onDate > today() || input.onDate < daysAgo(31)))
    throw invalid([{ field: 'onDate', key: 'farm.feedingRecord.dayOut' }]);
  if (input.leftKg > input.fedKg) throw invalid([{ field: 'leftKg', key: 'farm.feedingRecord.leftTooMuch' }]);
  await refuseClosedDay(tx, pen.principalId, input.onDate);
  await tx.query('select pg_advisory_xact_lock(3702, $1::int)', [pen.id % 2_000_000_000]);
  await refuseBoth(tx, input);
  const store = await feedStore(tx, pen.principalId);
  if (!store) throw refusal('noStore', 'farm.feedingRecord.noStore');
  const planned = await plannedItems(tx, pen.principalId, input.onDate, pen.id);
  const total = grams(input.fedKg);
  const lines = linesOf(input, planned, total);
  const planKg = planned.reduce((sum, one) => sum + mealGrams(one.kg, one.meals, input.mealNo), 0) / 1000;
  const dryShare =
    planned.reduce((sum, one) => sum + one.dmKg, 0) / (planned.reduce((sum, one) => sum + one.kg, 0) || 1);
  const [row] = await tx.query<{ id: number; version: number }>(
    `insert into farm.feeding_record (tenant_no, region_code, principal_id, pen_id, on_date, meal_no, head, plan_id,
       plan_kg, fed_kg, left_kg, dm_kg, depot_id, staff_id, request_id, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning id,
       version`,
    [
      pen.regionCode,
      pen.principalId,
      pen.id,
      input.onDate,
      input.mealNo,
      pen.head,
      planned[0]?.planId ?? null,
      planned.length > 0 ? planKg : null,
      total / 1000,
      input.leftKg,
      Math.round(total * (dryShare || 0.88)) / 1000,
      store.id,
      await staffOf(tx, pen.principalId),
      input.requestId,
      tx.scope.userId,
    ],
  );
  if (!row) throw new Error('the record was not written');
  const taken: TakenItem[] = [];
  for (const [at, line] of lines.entries()) {
    const { lots } = await consume(tx, {
      depotId: store.id,
      materialId: line.materialId,
      lotId: line.lotId,
      qty: line.grams / 1000,
      headServed: pen.head,
      bizDate: input.onDate,
      source: { type: 'farm.feeding', id: row.id, line: at + 1 },
    });
    for (const lot of lots) taken.push({ lineNo: at + 1, materialId: line.materialId, lotId: lot.lotId, qty: lot.qty });
  }
  await insertItems(tx, row.id, taken);
  await writeCost(tx, row.id, pen.principalId);
  await judgeFed(tx, pen.id, input.onDate);
  return { ...row, fedKg: total / 1000 };
}

function linesOf(
  input: FeedingInput,
  planned: Awaited<ReturnType<typeof plannedItems>>,
  total: number,
): readonly Line[] {
  if (input.items && input.items.length > 0) {
    const lines = input.items.map((one) => ({
      materialId: one.materialId,
      lotId: one.lotId ?? null,
      grams: grams(one.qty),
    }));
    if (lines.reduce((sum, one) => sum + one.grams, 0) !== total)
      throw invalid([{ field: 'items', key: 'farm.feedingRecord.itemsSum' }]);
    return lines;
  }
  if (planned.length === 0) throw refusal('noPlan', 'farm.feedingRecord.noPlan');
  const parts = splitGrams(
    total,
    planned.map((one) => ({ share: one.kg, decimals: one.decimals })),
  );
  return planned
    .map((one, at) => ({ materialId: one.materialId, lotId: null, grams: parts[at] ?? 0 }))
    .filter((one) => one.grams > 0);
}

const daysAgo = (days: number) => new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);

async function save(call: Call<typeof saveFeeding>) {
  const saved = await feed(call.tx, call.body, { mayAll: call.actor.actions.has('anm:feeding:edit') });
  const stockAfter = await call.tx.query<{ materialId: number; onHand: number }>(
    `select i.material_id as "materialId", coalesce(sum(b.qty), 0)::float8 as "onHand"
     from (select distinct i.material_id, r.depot_id from farm.feeding_item i join farm.feeding_record r
       on r.id = i.record_id where r.id = $1) i
       left join farm.stock_seen b on b.depot_id = i.depot_id and b.material_id = i.material_id group by 1`,
    [saved.id],
  );
  return { ...saved, stockAfter };
}

/** R33: told when the trough is emptied; what is left is not put back. */
async function left(call: Call<typeof leftFeeding>) {
  const { id, version, leftKg } = call.body;
  const [row] = await call.tx.query<{
    penId: number;
    principalId: number;
    onDate: string;
    fedKg: number;
    status: string;
    version: number;
  }>(
    `select pen_id as "penId", principal_id as "principalId", to_char(on_date, 'YYYY-MM-DD') as "onDate",
       fed_kg::float8 as "fedKg", status, version from farm.feeding_record where id = $1 for update`,
    [id],
  );
  if (row?.status !== 'done') throw notFound();
  if (row.version !== version) throw staleVersion();
  if (!call.actor.actions.has('anm:feeding:edit')) await refuseOthersPen(call.tx, row.penId);
  if (leftKg > row.fedKg) throw invalid([{ field: 'leftKg', key: 'farm.feedingRecord.leftTooMuch' }]);
  await refuseClosedDay(call.tx, row.principalId, row.onDate);
  await call.tx.query(
    `update farm.feeding_record set left_kg = $2, version = version + 1, updated_by = $3, updated_at = now()
     where id = $1`,
    [id, leftKg, call.actor.userId],
  );
  await judgeFed(call.tx, row.penId, row.onDate);
  return { version: version + 1 };
}

export const recordRoutes = (): Route[] => [
  ...serveResource(feedingRecord)({
    expressions: {
      perHead: 'round(t.eaten_kg / nullif(t.head, 0), 2)',
      offPlan: 'coalesce(abs(t.fed_kg - t.plan_kg) > t.plan_kg * 0.1, false)',
      items: `(select string_agg(m.name || ' ' || trim_scale(x.qty), '、') from (select i.material_id, sum(i.qty) as qty
        from farm.feeding_item i where i.record_id = t.id group by 1) x join farm.material_seen m
          on m.id = x.material_id)`,
    },
    before: {
      transition: async (call, move, row) => {
        // R32: on the day or the next one; later it is the stock-taking's business.
        if (row.onDate < daysAgo(1)) throw refusal('tooLate', 'farm.feedingRecord.tooLate');
        if (!call.actor.actions.has('anm:feeding:edit')) await refuseOthersPen(call.tx, row.penId);
        await refuseClosedDay(call.tx, row.principalId, row.onDate);
        await restore(call.tx, { type: 'farm.feeding', id: row.id });
        if (!move.remark) throw new AppError(422, 'error.invalid');
        return { voidReason: move.remark };
      },
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ penId: number; onDate: string }>(
          `select pen_id as "penId", to_char(on_date, 'YYYY-MM-DD') as "onDate" from farm.feeding_record where id = $1`,
          [move.id],
        );
        if (row) await judgeFed(call.tx, row.penId, row.onDate);
      },
    },
  }),
  serve('farm', saveFeeding, save),
  serve('farm', leftFeeding, left),
];

import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import {
  type FeedDays,
  type FeedingSheet,
  feedDays,
  feedingSheet,
  type SheetPen,
} from '#modules/farm/contract/feed/feed.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { dayNow } from '../common/sql.ts';
import { farmOf } from '../farm-of.ts';
import { feedStore, mealGrams, plannedItems, splitGrams } from './planned.ts';

interface Done {
  id: number;
  version: number;
  penId: number;
  mealNo: number;
  fedKg: number;
  leftKg: number;
  by: string | null;
}

/** R31: pens of the caller first; every meal with what is planned, to the gram, and what was given. */
const sheet = (call: Call<typeof feedingSheet>): Promise<FeedingSheet> =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const farm = await farmOf(tx, call.query.farmId);
    const onDate = call.query.onDate ?? today();
    const mode = (await configOf(tx, farm.id, 'farm_feed_mode')) === 'day' ? 'day' : 'meal';
    const store = await feedStore(tx, farm.id);
    const pens = await tx.query<Pick<SheetPen, 'penId' | 'pen' | 'hovel' | 'head' | 'mine'>>(
      `select p.id as "penId", p.pen_no as pen, p.hovel, p.current_count as head,
         exists (select 1 from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id where d.pen_id = p.id
           and s.user_id = $2 and d.from_on <= ${dayNow} and (d.to_on is null or d.to_on >= ${dayNow})) as mine
       from farm.pen_seen p where p.principal_id = $1 and p.status = 'inUse'
         and (p.current_count > 0 or exists (select 1 from farm.feeding_record r where r.pen_id = p.id
           and r.on_date = $3 and r.status = 'done'))
       order by mine desc, p.hovel_no, p.pen_no limit 400`,
      [farm.id, tx.scope.userId, onDate],
    );
    const planned = Map.groupBy(await plannedItems(tx, farm.id, onDate), (one) => one.penId);
    const done = Map.groupBy(
      await tx.query<Done>(
        `select r.id, r.version, r.pen_id as "penId", r.meal_no as "mealNo", r.fed_kg::float8 as "fedKg",
           r.left_kg::float8 as "leftKg", s.name as by
         from farm.feeding_record r left join farm.staff_seen s on s.id = r.staff_id
         where r.principal_id = $1 and r.on_date = $2 and r.status = 'done'`,
        [farm.id, onDate],
      ),
      (one) => one.penId,
    );
    const stock = new Map(
      (
        await tx.query<{ id: number; qty: number }>(
          `select material_id as id, sum(qty)::float8 as qty from farm.stock_seen where depot_id = $1 and not hold
             and quality = 'ok' group by 1`,
          [store?.id ?? 0],
        )
      ).map((one) => [one.id, one.qty]),
    );
    return {
      farmId: farm.id,
      farm: farm.name,
      onDate,
      mode,
      store: store?.name ?? null,
      pens: pens.map((pen) => {
        const items = planned.get(pen.penId) ?? [];
        const records = done.get(pen.penId) ?? [];
        const shares = items[0]?.meals ?? '50,50';
        const isDay =
          records.some((one) => one.mealNo === 0) || (mode === 'day' && !records.some((one) => one.mealNo > 0));
        const numbers = isDay ? [0] : shares.split(',').map((_, at) => at + 1);
        return {
          ...pen,
          plan: items[0]?.formula ?? null,
          meals: numbers.map((mealNo) => {
            const total = items.reduce((sum, one) => sum + mealGrams(one.kg, one.meals, mealNo), 0);
            const parts = splitGrams(
              total,
              items.map((one) => ({ share: one.kg, decimals: one.decimals })),
            );
            const record = records.find((one) => one.mealNo === mealNo) ?? null;
            return {
              mealNo,
              planKg: items.length > 0 ? total / 1000 : null,
              items: items.map((one, at) => ({
                materialId: one.materialId,
                name: one.name,
                qty: (parts[at] ?? 0) / 1000,
                onHand: stock.get(one.materialId) ?? 0,
              })),
              record: record && {
                id: record.id,
                version: record.version,
                fedKg: record.fedKg,
                leftKg: record.leftKg,
                by: record.by,
              },
            };
          }),
        };
      }),
    };
  });

/** How long each planned feed lasts, the shortest first. */
export async function daysOf(tx: Tx, farmId: number, on: string): Promise<FeedDays[]> {
  const perDay = new Map<number, { name: string; kg: number }>();
  for (const { materialId, name, kg } of await plannedItems(tx, farmId, on)) {
    const known = perDay.get(materialId);
    perDay.set(materialId, { name, kg: (known?.kg ?? 0) + kg });
  }
  if (perDay.size === 0) return [];
  const stock = new Map(
    (
      await tx.query<{ id: number; qty: number }>(
        `select material_id as id, sum(qty)::float8 as qty from farm.stock_seen where principal_id = $1
           and material_id = any ($2) and not hold and quality = 'ok' group by 1`,
        [farmId, [...perDay.keys()]],
      )
    ).map((one) => [one.id, one.qty]),
  );
  return [...perDay]
    .map(([materialId, { name, kg }]) => {
      const onHand = stock.get(materialId) ?? 0;
      return {
        materialId,
        name,
        onHand,
        perDay: Math.round(kg * 10) / 10,
        days: kg > 0 ? Math.floor(onHand / kg) : null,
      };
    })
    .toSorted((a, b) => (a.days ?? 1e9) - (b.days ?? 1e9));
}

export const sheetRoutes = (): Route[] => [
  serve('farm', feedingSheet, sheet),
  serve('farm', feedDays, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const farm = await farmOf(tx, call.query.farmId);
      return daysOf(tx, farm.id, today());
    }),
  ),
];

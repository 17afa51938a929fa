import { notFound } from '#kit/contract/errors.ts';
import { ratio, sumCents, times } from '#kit/contract/money.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { animalCost, type Outlook } from '#modules/farm/contract/cost/cost.ts';
import { tenGrams } from '#modules/farm/contract/sale/price.ts';
import { setting } from '../common/sql.ts';
import { countyOf, mktPriceSql, productOf } from '../market/mkt-price.ts';
import { type AnimalCostRow, costStatement } from './animal-costs.ts';

interface Animal {
  id: number;
  earTag: string;
  species: string;
  kg: number | null;
  weightOn: string | null;
  since: string;
  until: string | null;
  adg: number | null;
  principalId: number;
  regionCode: number;
}

/** Cents a kilogram that cost has to bring. */
const perKg = (cents: number, kg: number): number => times(cents, ratio(100, tenGrams(kg)));
const worth = (cents: number, kg: number): number => times(cents, ratio(tenGrams(kg), 100));
const spans = [15, 30, 60, 90] as const;
/** A day counts as bringing something once it brings a twentieth more than it costs. */
const margin = { num: 105, den: 100 } as const;

async function costOfAnimal(call: Call<typeof animalCost>) {
  const { animalId } = call.query;
  const [[animal]] = await call.database.read<[Animal]>(call.actor.scope, {
    text: `select a.id, a.ear_tag as "earTag", a.species, a.weight as kg,
        to_char(a.weight_on, 'YYYY-MM-DD') as "weightOn", to_char(f.entered_on, 'YYYY-MM-DD') as since, to_char(f.left_on, 'YYYY-MM-DD') as until, f.adg,
        f.principal_id as "principalId", coalesce(
          nullif(${setting('f.principal_id', 'farm_price_region')}, '')::bigint, u.region_code) as "regionCode"
      from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
        join farm.unit_seen u on u.id = f.principal_id
      where f.animal_id = $1 and f.principal_id = any ($2) order by (f.status = 'live') desc, f.id desc limit 1`,
    values: [animalId, call.actor.scope.principals],
  });
  if (!animal) throw notFound();
  const on = animal.until ?? today();
  const monthAgo = new Date(Date.parse(on) - 30 * 86_400_000).toISOString().slice(0, 10);
  const product = productOf(animal.species);
  const [rows, before, [price]] = await call.database.read<
    [AnimalCostRow, AnimalCostRow, { price: number; on: string }]
  >(
    call.actor.scope,
    costStatement(animal.principalId, [animalId], on),
    costStatement(animal.principalId, [animalId], monthAgo),
    { text: mktPriceSql, values: [product, countyOf(animal.regionCode), on] },
  );
  const total = sumCents(rows.map((one) => one.cents));
  const running = (all: readonly AnimalCostRow[]) =>
    sumCents(all.filter((one) => one.kind !== 'entry').map((one) => one.cents));
  const lately = running(rows) - running(before);
  const days = Math.max(1, Math.min(30, Math.round((Date.parse(on) - Date.parse(animal.since)) / 86_400_000)));
  const dayCost = lately > 0 ? times(lately, ratio(1, days)) : null;
  const { kg, adg } = animal;
  const dayGainValue = price && adg !== null ? times(price.price, ratio(adg, 1000)) : null;
  const outlook: Outlook[] =
    kg === null || adg === null || dayCost === null
      ? []
      : spans.map((span) => {
          const then = kg + (adg * span) / 1000;
          const cost = sumCents([total, times(dayCost, ratio(span, 1))]);
          return {
            days: span,
            kg: Math.round(then * 100) / 100,
            cost,
            breakEven: perKg(cost, then),
            margin: price ? worth(price.price, then) - cost : null,
          };
        });
  const verdict =
    dayGainValue === null || dayCost === null
      ? ('unknown' as const)
      : dayGainValue > times(dayCost, margin)
        ? ('wait' as const)
        : dayCost > times(dayGainValue, margin)
          ? ('sell' as const)
          : ('even' as const);
  return {
    animalId,
    earTag: animal.earTag,
    since: animal.since,
    rows: rows.map(({ kind, month, cents, days: n }) => ({ kind, month, cents, days: n })),
    total,
    kg,
    weightOn: animal.weightOn,
    adgGrams: adg,
    breakEven: kg ? perKg(total, kg) : null,
    price: price ? { cents: price.price, on: price.on, product } : null,
    margin: price && kg ? worth(price.price, kg) - total : null,
    dayCost,
    dayGainValue,
    verdict,
    outlook,
  };
}
export const animalCostRoutes = (): Route[] => [serve('farm', animalCost, costOfAnimal)];

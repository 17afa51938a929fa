import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { marketSeries, marketWarnings } from '#modules/farm/contract/market/market.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { costKgOf } from '../cost/cost-kg.ts';
import { regionOfFarm } from '../sale/judge.ts';
import { farmOf } from '../sale/own-farm.ts';
import { unitOfProduct } from './market-price.ts';
import { countyOf, mktPrice } from './mkt-price.ts';

const dayBefore = (on: string, days: number) => new Date(Date.parse(on) - days * 86_400_000).toISOString().slice(0, 10);

/** Own county first, then its neighbours of the same prefecture, then the prefecture's mean. */
const series = (call: Call<typeof marketSeries>) => {
  const { product, to = today() } = call.query;
  const from = call.query.from ?? dayBefore(to, 180);
  const farmId = call.actor.scope.principals.length > 0 ? farmOf(call, call.query.principalId) : null;
  const sees = call.actor.actions.has('anm:money:view');
  return call.database.transaction(call.actor.scope, async (tx) => {
    const home = farmId ? countyOf(await regionOfFarm(tx, farmId)) : 0;
    const points = await tx.query<{ regionCode: number; on: string; price: number }>(
      `select region_code as "regionCode", to_char(on_date, 'YYYY-MM-DD') as on, round(avg(price))::bigint as price
       from farm.market_price where tenant_no = kit.tenant() and status = 'published' and product = $1
         and on_date between $2 and $3 group by 1, 2 order by 2`,
      [product, from, to],
    );
    const byCounty = Map.groupBy(points, (one) => one.regionCode);
    const lines = [...byCounty].map(([code, own]) => ({
      key: String(code),
      name: regionName(code) ?? String(code),
      points: own.map(({ on, price }) => ({ on, price })),
    }));
    lines.sort(
      (a, b) => Number(b.key === String(home)) - Number(a.key === String(home)) || Number(a.key) - Number(b.key),
    );
    const mean = [...Map.groupBy(points, (one) => one.on)].map(([on, own]) => ({
      on,
      price: Math.round(own.reduce((sum, one) => sum + one.price, 0) / own.length),
    }));
    if (lines.length > 1) lines.push({ key: 'mean', name: call.say('farm.market.mean'), points: mean });
    const last = home ? await mktPrice(tx, product, home, to) : null;
    const was = home ? await mktPrice(tx, product, home, dayBefore(to, 10)) : null;
    const own = farmId && ['fatCattle', 'fatLamb'].includes(product) ? await costKgOf(tx, farmId, to) : null;
    return {
      product,
      unit: unitOfProduct(product),
      regionCode: home || null,
      lines,
      last,
      changePct: last && was ? Math.round((1000 * last.price) / was.price - 1000) / 10 : null,
      cost: sees ? (own?.cents ?? null) : null,
      ready: own?.ready ?? 0,
    };
  });
};

interface Raw {
  id: number;
  kind: string;
  level: string;
  args: Record<string, string | number>;
  evidence: { product?: string; price?: number; limit?: number; cost?: number; head?: number }[];
  since: string;
  times: number;
  status: string;
}
export const seriesRoutes = (): Route[] => [
  serve('farm', marketSeries, series),
  serve('farm', marketWarnings, async (call) => {
    const [rows] = await call.database.read<[Raw]>(call.actor.scope, {
      text: `select id, kind, level, args, evidence, opened_at as since, times, status from farm.alarm_text_seen
        where alarm_group = 'market' and principal_id = any ($1) and ($2 or status <> 'closed')
        order by (status = 'closed'), opened_at desc limit 200`,
      values: [call.actor.scope.principals, call.query.all ?? false],
    });
    return rows.map(({ args, evidence, ...one }) => {
      const told = evidence.at(-1) ?? {};
      return {
        ...one,
        title: call.say(`farm.alarmKind.${one.kind}.title`, args),
        text: call.say(`farm.alarmKind.${one.kind}.text`, args),
        product: told.product ?? null,
        price: told.price ?? null,
        limit: told.limit ?? null,
        cost: told.cost ?? null,
        head: told.head ?? null,
      };
    });
  }),
];

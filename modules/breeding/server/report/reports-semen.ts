import type { ReportAsk } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import type { semenStock, sendOverview } from '#modules/breeding/contract/report/reports.ts';
import { stateSql } from '../record/service/tank.ts';

interface Stock {
  readonly k: string | number;
  readonly name: string | null;
  readonly inStores: number;
  readonly inBoxes: number;
  readonly held: number;
  readonly left: number;
  readonly used90: number;
}
/** 冻精库存报表: where straws lie, and for how long they last at the pace of the last ninety days. */
export async function stockFigures({ place, by, filter, read }: ReportAsk<typeof semenStock>) {
  const key = { sire: 's.sire_code', breed: "coalesce(n.breed, '-')" }[by] ?? 's.region_code / $4::bigint * $4::bigint';
  const values = [...place.range, filter.breed ?? null, place.width];
  const [rows, tanks] = await read<[Stock, { k: number; tanks: number; low: number; dry: number }]>(
    {
      text: `with stock as (
          select s.region_code, s.sire_code, d.kind, s.qty, s.hold or s.quality <> 'ok' as held, 0::numeric as used
          from breeding.straw_stock s join breeding.tank_store d on d.id = s.depot_id
          where s.tenant_no = kit.tenant() and s.qty > 0
          union all
          select m.region_code, m.sire_code, 'use', 0, false, case when m.to_kind = 'use' then m.qty else -m.qty end
          from breeding.straw_move m where m.tenant_no = kit.tenant() and 'use' in (m.to_kind, m.from_kind)
            and m.biz_date > current_date - 90)
        select ${key} as k, max(n.name) as name,
          coalesce(sum(s.qty) filter (where s.kind = 'nitrogenTank'), 0)::int as "inStores",
          coalesce(sum(s.qty) filter (where s.kind = 'box'), 0)::int as "inBoxes",
          coalesce(sum(s.qty) filter (where s.held), 0)::int as held, coalesce(sum(s.qty), 0)::int as left,
          coalesce(sum(s.used), 0)::int as used90
        from stock s left join breeding.seed_animal n on n.tenant_no = kit.tenant() and n.sire_code = s.sire_code
        where s.region_code >= $1 and s.region_code < $2 and ($3::text is null or n.breed = $3) and $4::bigint > 0
        group by 1 order by 6 desc`,
      values,
    },
    {
      text: `select t.region_code / $3::bigint * $3::bigint as k, count(*)::int as tanks,
          count(*) filter (where ${stateSql('t')} = 'low')::int as low,
          count(*) filter (where ${stateSql('t')} = 'dry')::int as dry
        from breeding.semen_tank t where t.tenant_no = kit.tenant() and t.region_code >= $1 and t.region_code < $2
        group by 1`,
      values: [...place.range, place.width],
    },
  );
  if (by !== 'region')
    return {
      rows: rows.map(({ k, name, ...row }) => ({
        ...row,
        key: String(k),
        name: by === 'sire' ? `${k} ${name ?? ''}`.trim() : String(k),
        regionCode: null,
        tanks: null,
        low: null,
        dry: null,
      })),
    };
  const none = { inStores: 0, inBoxes: 0, held: 0, left: 0, used90: 0 };
  const codes = [...new Set([...rows.map((row) => Number(row.k)), ...tanks.map((row) => Number(row.k))])];
  const sums = { ...none, tanks: 0, low: 0, dry: 0 };
  for (const row of rows)
    for (const name of ['inStores', 'inBoxes', 'held', 'left', 'used90'] as const) sums[name] += row[name];
  for (const row of tanks) for (const name of ['tanks', 'low', 'dry'] as const) sums[name] += row[name];
  // What a unit of the place itself holds lies in none of its parts.
  const parts = new Set(place.parts.map((one) => one.code));
  return {
    total: sums,
    rows: codes
      .filter((code) => parts.has(code))
      .map((code) => {
        const {
          k: _k,
          name: _n,
          ...stock
        } = rows.find((row) => Number(row.k) === code) ?? { ...none, k: 0, name: null };
        const own = tanks.find((row) => Number(row.k) === code);
        return { ...stock, regionCode: code, tanks: own?.tanks ?? 0, low: own?.low ?? 0, dry: own?.dry ?? 0 };
      }),
  };
}

interface Sent {
  readonly k: string | number;
  readonly name: string | null;
  readonly planned: number;
  readonly sent: number;
  readonly received: number;
  readonly used: number;
  readonly short: number;
  readonly papers: number;
}
/** 冻精发放总览: plan, papers and use of a year, by who receives, or by breed. */
export async function sendFigures({ place, by, filter, read }: ReportAsk<typeof sendOverview>) {
  const year = filter.year ?? Number(today().slice(0, 4));
  const isBreed = by === 'breed';
  const [rows] = await read<[Sent]>({
    text: `with facts as (
        select p.receiver_id as unit, p.breed, p.planned, 0::numeric as sent, 0::numeric as received,
          0::numeric as used,
          0::numeric as short, null::bigint as paper
        from breeding.semen_plan p where p.tenant_no = kit.tenant() and p.year = $1 and p.region_code >= $2
          and p.region_code < $3
        union all
        select t.principal_id, n.breed, 0, l.qty, coalesce(l.received_qty, 0), 0,
          case when d.status = 'received' then l.qty - coalesce(l.received_qty, 0) else 0 end, d.id
        from breeding.semen_paper d join breeding.straw_doc_line l on l.tenant_no = d.tenant_no and l.doc_id = d.id
          join breeding.tank_store t on t.id = d.to_depot_id
          left join breeding.seed_animal n on n.tenant_no = d.tenant_no and n.sire_code = l.sire_code
        where d.tenant_no = kit.tenant() and d.status in ('dispatched', 'received')
          and d.biz_date >= make_date($1, 1, 1) and d.biz_date < make_date($1 + 1, 1, 1)
          and t.region_code >= $2 and t.region_code < $3
        union all
        select t.principal_id, n.breed, 0, 0, 0, case when m.to_kind = 'use' then m.qty else -m.qty end, 0, null
        from breeding.straw_move m join breeding.tank_store t
            on t.id = case when m.to_kind = 'use' then m.from_id else m.to_id end
          left join breeding.seed_animal n on n.tenant_no = m.tenant_no and n.sire_code = m.sire_code
        where m.tenant_no = kit.tenant() and 'use' in (m.to_kind, m.from_kind) and m.biz_date >= make_date($1, 1, 1)
          and m.biz_date < make_date($1 + 1, 1, 1) and t.region_code >= $2 and t.region_code < $3)
      select ${isBreed ? "coalesce(f.breed, '-')" : 'f.unit::text'} as k,
        ${isBreed ? "coalesce(f.breed, '-')" : '(select h.name from breeding.holder_seen h where h.id = max(f.unit))'}
          as name, sum(f.planned)::int as planned, sum(f.sent)::int as sent, sum(f.received)::int as received,
        sum(f.used)::int as used, sum(f.short)::int as short, count(distinct f.paper)::int as papers
      from facts f group by 1 order by 4 desc`,
    values: [year, ...place.range],
  });
  return {
    filter: { year },
    rows: rows.map(({ k, name, ...row }) => ({ ...row, key: String(k), name: name ?? '-', regionCode: null })),
  };
}

import type { DataOf } from '#kit/contract/endpoint.ts';
import { invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import { placeOf } from '#kit/server/report/place.ts';
import type * as contract from '#modules/prevention/contract/workforce/workload.ts';

type Answer = DataOf<typeof contract.workload>;
interface Raw {
  readonly staffId: number;
  readonly name: string;
  readonly region: number;
  readonly day: string;
  readonly visits: number;
  readonly heads: number;
}

const tenth = (n: number) => Math.round(n * 10) / 10;

function sum(key: string, name: string, rows: readonly Raw[]): Answer['total'] {
  const workers = new Set(rows.map((one) => one.staffId)).size;
  const heads = rows.reduce((n, one) => n + one.heads, 0);
  return {
    key,
    name,
    workers,
    days: new Set(rows.filter((one) => one.visits > 0).map((one) => `${one.staffId} ${one.day}`)).size,
    visits: rows.reduce((n, one) => n + one.visits, 0),
    heads,
    perWorker: workers > 0 ? tenth(heads / workers) : null,
  };
}

/** Numbers of §7 work: what was recorded, by whom, where or when. */
export async function workload(call: Call<typeof contract.workload>): Promise<Answer> {
  const { from, to, grain, regionCode } = call.query;
  if (from > to || Date.parse(to) - Date.parse(from) > 400 * 86_400_000)
    throw invalid([{ field: 'to', key: 'error.field.range' }]);
  const place = placeOf(call, regionCode);
  const [lo, hi] = place.range;
  const [rows] = await call.database.read<[Raw]>(call.actor.scope, {
    text: `select d.staff_id as "staffId", t.name, d.region_code as region, to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(d.n) filter (where d.kind = 'visits'), 0)::int as visits,
             coalesce(sum(d.n) filter (where d.kind in ('season', 'routine', 'emergency')), 0)::int as heads
           from prevention.work_day d join prevention.worker t on t.id = d.staff_id
           where d.tenant_no = kit.tenant() and d.region_code >= $1 and d.region_code < $2 and d.day between $3 and $4 and (not prevention.only_worker() or t.user_id = kit.user_id())
           group by 1, 2, 3, 4`,
    values: [lo, hi, from, to],
  });
  const total = sum('total', '', rows);
  if (grain === 'region') {
    const parts = place.parts.map(({ code, name }) =>
      sum(
        String(code),
        name,
        rows.filter((one) => within(one.region, code)),
      ),
    );
    return { rows: parts.filter((one) => one.workers > 0), total };
  }
  const key = (one: Raw) => (grain === 'staff' ? String(one.staffId) : one.day);
  const groups = [...Map.groupBy(rows, key)].map(([own, theirs]) =>
    sum(own, grain === 'staff' ? (theirs[0]?.name ?? '') : own, theirs),
  );
  return {
    rows: groups.sort((a, b) => (grain === 'day' ? a.key.localeCompare(b.key) : b.heads - a.heads)).slice(0, 1000),
    total,
  };
}

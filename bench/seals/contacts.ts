import type { Client } from 'pg';
import { startServer } from '../measure.ts';
import { tokenOf } from '../world.ts';

/** Where each animal of the bench stood: a tenth came from another holder two weeks ago, a hundredth passed through a third. */
async function fillStays(db: Client): Promise<void> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from traceability.animal_stay limit 200000) s`,
  );
  if ((rows[0]?.n ?? 0) >= 200_000) return;
  await db.query(
    `insert into traceability.animal_stay (tenant_no, animal_id, seq, principal_id, region_code, from_on, to_on)
     with unit as materialized (select principal_id as id, region_code as region, row_number() over () as at
         from (select distinct principal_id, region_code from registry.animal where tenant_no = 1505) u),
       herd as (select a.id, a.principal_id, a.region_code, a.entry_on, a.id % 10 = 0 as came, a.id % 100 = 0 as passed
         from registry.animal a where a.tenant_no = 1505 and a.status = 'inStock'),
       -- Known before the join, or each animal would be held against each unit.
       many as (select count(*) as n from unit)
     select 1505, h.id, 1, coalesce(u.id, h.principal_id), coalesce(u.region, h.region_code), h.entry_on,
       case when h.came then current_date - 14 end
     from herd h left join unit u on h.came and u.at = 1 + (h.id * 7919) % (select n from many)
     union all
     select 1505, h.id, 2, coalesce(u.id, h.principal_id), coalesce(u.region, h.region_code), current_date - 14,
       case when h.passed then current_date - 7 end
     from herd h left join unit u on h.passed and u.at = 1 + (h.id * 104729) % (select n from many) where h.came
     union all
     select 1505, h.id, 3, h.principal_id, h.region_code, current_date - 7, null from herd h where h.passed
     on conflict do nothing`,
  );
  await db.query('vacuum (analyze) traceability.animal_stay');
}

export interface Contacts {
  readonly asked: number;
  readonly p95: number;
  /** Animals met at most, over both steps. */
  readonly most: number;
  readonly lots: number;
  readonly lotP95: number;
}
/** Whom an animal met in thirty days, and whom those met: asked of animals that came from elsewhere. */
export async function askContacts(db: Client, database: string, times: number): Promise<Contacts> {
  await fillStays(db);
  const server = await startServer(database, null);
  const token = await tokenOf(db, 'tl_leader');
  const { rows } = await db.query<{ id: string }>(
    `select animal_id as id from traceability.animal_stay where seq = 2 order by md5(animal_id::text) limit $1`,
    [times],
  );
  const day = (from: number) => new Date(Date.now() + 8 * 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);
  const ask = async <T>(path: string): Promise<{ data: T; ms: number }> => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, { headers: { authorization: token } });
    const said = (await answer.json()) as { code: number; msg: string; data: T };
    if (said.code !== 200) throw new Error(`${path}: ${said.code} ${said.msg}`);
    return { data: said.data, ms: performance.now() - began };
  };
  const at95 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;
  const took: number[] = [];
  let most = 0;
  for (const { id } of rows) {
    const { data, ms } = await ask<{ total: number }>(
      `trace/contacts?animalId=${id}&from=${day(-30)}&to=${day(0)}&steps=2`,
    );
    took.push(ms);
    most = Math.max(most, data.total);
  }
  const { rows: lots } = await db.query<{ id: string }>(
    `select id from traceability.trace_lot where tenant_no = 1505 and exists (select 1 from traceability.trace_lot_input i
       where i.parent_id = trace_lot.id) order by id desc limit 100`,
  );
  const back: number[] = [];
  for (const { id } of lots) back.push((await ask(`trace/graph?nodeType=lot&id=${id}&direction=back`)).ms);
  await server.stop();
  return { asked: rows.length, p95: at95(took), most, lots: lots.length, lotP95: at95(back) };
}

import { Client } from 'pg';
import { type DatabaseSettings, superuserLogin } from '#db/settings.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ModuleDemo } from './part.ts';

/**
 * Papers made inside are numbered as of that day. For those the product itself makes with the clock of now, and the demo moves to their day
 * afterwards: by then their number stands in life lines and on other papers.
 *
 * @example
 * const { policyId } = await onDay(tx, '2026-09-10', () => issue(tx, ask, null));
 */
export async function onDay<T>(tx: Tx, day: string, work: () => Promise<T>): Promise<T> {
  const set = (value: string) => tx.query(`select set_config('demo.day', $1, true)`, [value]);
  await set(day);
  const done = await work();
  await set('');
  return done;
}

/**
 * The product numbers papers of the day it is. The demo writes two years in a minute: while it loads, and only in its database, every paper is
 * given the next number of its own day instead. What does so is gone afterwards, and counting goes on where it ended.
 */
export async function numberByDay(
  settings: DatabaseSettings,
  demos: readonly ModuleDemo[],
  today: string,
): Promise<() => Promise<void>> {
  const papers = demos.flatMap((demo) => Object.entries(demo.papers ?? {}));
  const run = async (sql: string) => {
    const db = new Client(superuserLogin(settings));
    await db.connect();
    try {
      await db.query(sql);
    } finally {
      await db.end();
    }
  };
  const triggers = papers.map(
    ([table, column]) =>
      `create trigger demo_number before insert ${table === 'platform.sys_task' ? `or update of ${column}` : ''} on ${table}
       for each row execute function demo_load.renumber('${column}', '${today}')`,
  );
  await run(`
    create schema demo_load;
    create table demo_load.counter (tenant_no int, prefix text, day date, last int not null, primary key (tenant_no, prefix, day));
    create function demo_load.renumber() returns trigger language plpgsql security definer set timezone = 'Asia/Shanghai' as $$
    declare
      v_prefix text := substring(new.doc_no from '^[A-Z]+');
      v_day date := least(coalesce(nullif(current_setting('demo.day', true), ''), to_jsonb(new) ->> tg_argv[0])::timestamptz::date,
        tg_argv[1]::date);
      v_number int;
    begin
      if v_prefix is null or v_day is null then return new; end if;
      if tg_op = 'UPDATE' and new.doc_no like v_prefix || to_char(v_day, 'YYYYMMDD') || '-%' then return new; end if;
      insert into demo_load.counter as c values (new.tenant_no, v_prefix, v_day, 1) on conflict (tenant_no, prefix, day) do update set last = c.last + 1
      returning last into v_number;
      new.doc_no := v_prefix || to_char(v_day, 'YYYYMMDD') || '-' || case when v_number < 10000 then lpad(v_number::text, 4, '0') else v_number::text end;
      return new;
    end $$;
    ${triggers.join(';\n')}`);
  return () =>
    run(`
      delete from kit.doc_counter c where exists (select 1 from demo_load.counter d where d.tenant_no = c.tenant_no and d.prefix = c.prefix);
      insert into kit.doc_counter (tenant_no, prefix, lane, day, next)
      select d.tenant_no, d.prefix, lane, d.day, d.last + lane
      from (select distinct on (tenant_no, prefix) * from demo_load.counter order by tenant_no, prefix, day desc) d, generate_series(1, 16) lane;
      drop schema demo_load cascade`);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { officialNo, tenant, unique, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { traceNight } from './night.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const count = async (table: string, more: string): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from traceability.${table} where tenant_no = $1 and ${more}`,
      [tenant],
    )
  )[0]?.n ?? 0;

test('R3, R4, R30 at night what is over ends, the day is sealed once however many come, and what it checks is on record', async () => {
  const { id, region } = await unitOf(world, 'farm1');
  const carrier = await unitOf(world, 'carrier1');
  const word = unique();
  await world.sql(
    `insert into traceability.movement_ban (tenant_no, region_code, species, direction, from_at, to_at, reason, status)
     values ($1, $2, '{goat}', 'in', now() - interval '3 days', now() - interval '1 hour', $3, 'active'),
       ($1, $2, '{goat}', 'in', now() - interval '3 days', now() + interval '1 hour', $3, 'active')`,
    [tenant, region, word],
  );
  await world.sql(
    `insert into traceability.quarantine_certificate (tenant_no, region_code, doc_no, principal_id, to_text, to_region_code,
       official_no, cert_type, valid_until, vet_id, vet_name, station_id, heads, ranges)
     values ($1, $2, $3, $4, '外地', 220100000000, $5, 'animalA', now() - interval '1 minute', 1, '试验', $4, 1, '-')`,
    [tenant, region, `QCT${word}`, id, officialNo()],
  );
  await world.sql(
    `insert into traceability.trace_vehicle (tenant_no, region_code, carrier_id, plate_no, filing_no, valid_to, capacity)
     values ($1, $2, $3, $4, 'YS', current_date - 1, 20)`,
    [tenant, carrier.region, carrier.id, `蒙G${word.slice(-5).toUpperCase()}`],
  );
  const today = "(cut_at at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date";
  const cutBefore = await count('trace_seal', today);
  const runs = await count('trace_verify_run', "run_scope = 'nightly'");
  await Promise.all([traceNight(world.database), traceNight(world.database)]);
  expect(await count('movement_ban', `reason = '${word}' and status = 'lifted'`)).toBe(1);
  expect(await count('movement_ban', `reason = '${word}' and status = 'active'`)).toBe(1);
  expect(await count('quarantine_certificate', `doc_no = 'QCT${word}' and status = 'expired'`)).toBe(1);
  expect(await count('trace_vehicle', `plate_no like '%${word.slice(-5).toUpperCase()}' and status = 'expired'`)).toBe(
    1,
  );
  const cut = await count('trace_seal', today);
  expect(cut).toBe(Math.max(1, cutBefore));
  expect(await count('trace_verify_run', "run_scope = 'nightly'")).toBe(runs + cut - cutBefore);
  const others = await world.sql<{ n: number }>(
    `select count(*)::int as n from traceability.trace_seal where ${today} group by tenant_no having count(*) > 1`,
  );
  if (cutBefore <= 1) expect(others).toEqual([]);
});

test('R20 a sheet nobody verified for seven days is told to its township once, and to no other', async () => {
  const { id, region } = await unitOf(world, 'house1');
  const docNo = `QAT${unique()}`;
  await world.sql(
    `insert into traceability.farmer_registration (tenant_no, region_code, doc_no, principal_id, kind, happened_on, heads,
       photos, status, submitted_at) select $1, $2, $3 || n, $4, 'newborn', current_date - 9, 1, '{}', 'submitted',
       now() - make_interval(days => n, hours => 2) from unnest(array[6, 7, 9]) n`,
    [tenant, region, docNo, id],
  );
  await traceNight(world.database);
  const told = await world.sql<{ link: string; township: boolean }>(
    `select n.link_path as link, bool_and(p.region_code / 1000 = $2::bigint / 1000) as township
     from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id
       join platform.sys_user u on u.id = r.user_id join registry.principal p on p.id = u.principal_id
     where n.link_path like '%' || $1 || '%' group by 1`,
    [docNo, region],
  );
  expect(told.map((one) => one.link)).toEqual([expect.stringContaining(`${docNo}7`)]);
  expect(told[0]?.township).toBe(true);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { ReportAnswer } from '#kit/contract/report.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { QualityMeasure } from '#modules/registry/contract/quality/quality.ts';
import { registryNightly } from '#modules/registry/server/common/nightly.ts';
import { renewScales } from '#modules/registry/server/principal/principal.scale.ts';

/** The data-quality board: figures that are the lists behind them, and the checks of the night. */
let world: World;
let manager: Person;
const county = 150_521_000_000;
/** Its columns are all numbers. */
type Measure = QualityMeasure | 'holders' | 'incomplete' | 'penDiffs' | 'bookDiffs';
type Line = { regionCode: number; name: string; hasBelow: boolean } & Record<Measure, number>;
type Board = Omit<ReportAnswer, 'total' | 'rows' | 'parts'> & { total: Line; rows: Line[]; parts: { months: Line[] } };

const board = async (who: Person, query = ''): Promise<Board> => {
  const answer = await who.get(`pri/quality/board${query}`);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data;
};
const total = async (who: Person, path: string) => {
  const answer = await who.get(`${path}&pageSize=10`);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.total;
};
const units = 'pri/principal/info/list?status=active&principalUnitType=household,farm,cooperative';
const house = async () =>
  (
    await world.sql<{ id: number; pen: number }>(
      `select p.principal_id::int as id, p.id::int as pen from registry.pen p join platform.sys_user u on u.principal_id = p.principal_id where u.username = 'house1' order by p.id limit 1`,
    )
  )[0] as { id: number; pen: number };

beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  manager = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

describe('the board', () => {
  it('counts exactly what the lists behind it show, for whoever looks', async () => {
    const [{ village }] = (await world.sql(
      `select region_code::float8 as village from registry.principal where id = $1`,
      [(await house()).id],
    )) as [{ village: number }];
    await world.sql(
      `update registry.principal set longitude = null, latitude = null where id in (select id from registry.principal where region_code = $1 and status = 'active' order by id limit 2)`,
      [village],
    );
    for (const place of [county, village]) {
      const {
        total: all,
        facts: { oldBefore },
      } = await board(manager, `?regionCode=${place}`);
      const at = `&regionCode=${place}`;
      expect(all.holders).toBe(await total(manager, `${units}${at}`));
      expect(all.noLocation).toBeGreaterThanOrEqual(2);
      expect(all.noLocation).toBe(await total(manager, `${units}&hasLocation=false${at}`));
      expect(all.noPhone).toBe(await total(manager, `${units}&hasPhone=false${at}`));
      expect(all.noCard).toBe(await total(manager, `${units}&hasIdCard=false${at}`));
      expect(all.incomplete).toBe(await total(manager, `${units}&completenessTo=79${at}`));
      expect(all.scaleDiffers).toBe(await total(manager, `${units}&scaleDiffers=true${at}`));
      expect(all.countGap).toBe(await total(manager, `${units}&countGap=true${at}`));
      expect(all.lateTagged).toBe(await total(manager, `pri/animal/info/list?status=inStock&lateTagged=true${at}`));
      expect(all.oldAnimals).toBe(
        await total(manager, `pri/animal/info/list?status=inStock&birthDateTo=${oldBefore}${at}`),
      );
      expect(all.pensOver).toBe(await total(manager, `pri/enclosure/list?fill=over${at}`));
      expect(all.duplicates).toBe(await total(manager, `pri/duplicate/list?status=open,requested${at}`));
    }
  });

  it('goes from county to township to village to worker, and no further than the viewer sees', async () => {
    const region = await world.as('tl_region');
    const wide = await board(region);
    const own = wide.rows.find((one) => one.regionCode === county);
    const narrow = await board(manager);
    expect(narrow.regionCode).toBe(county);
    expect(own?.holders).toBe(narrow.total.holders);
    expect(narrow.rows.reduce((sum, one) => sum + one.holders, 0)).toBe(narrow.total.holders);
    const town = narrow.rows.find((one) => one.holders > 0);
    const villages = await board(manager, `?regionCode=${town?.regionCode}`);
    expectAll(villages.rows, (one) => !one.hasBelow);
    expect(villages.total.holders).toBe(town?.holders);
    const workers = await board(manager, `?regionCode=${town?.regionCode}&by=worker`);
    expect(workers.rows.reduce((sum, one) => sum + one.holders, 0)).toBe(town?.holders);
    expect(workers.rows.some((one) => one.name !== '')).toBe(true);
    expect((await manager.get('pri/quality/board?regionCode=150502000000')).code).toBe(403);
    expect((await (await world.as('house1')).get('pri/quality/board')).code).toBe(403);
    const back = (months: number) =>
      new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - months, 1)).toISOString().slice(0, 10);
    for (const [month, holders] of [
      [back(11), 7],
      [back(12), 9],
    ])
      await world.sql(
        `insert into registry.quality_month values (1505, $1, $2, $3, 560, 1, 0, 0, 0, 0, 0, 0, 0, 0) on conflict (tenant_no, region_code, month) do update set holders = excluded.holders, completeness_sum = 560`,
        [(town?.regionCode ?? 0) + 999, month, holders],
      );
    const { months } = (await board(manager, `?regionCode=${town?.regionCode}`)).parts;
    expect(months[0]).toMatchObject({ month: back(11).slice(0, 7) });
    expect(months.at(-1)).toMatchObject({ month: back(0).slice(0, 7), holders: town?.holders });
  });
});

describe('the night', () => {
  it('R17: the scale follows the stock where nobody set it; what was set stays, and the board tells it apart', async () => {
    const { id } = await house();
    const scaleOf = async () =>
      (
        await world.sql('select scale, scale_by as by, scale_found as found from registry.principal where id = $1', [
          id,
        ])
      )[0];
    const run = () => world.database.transaction(systemScope(1505, 'test'), renewScales);
    const [{ n }] = (await world.sql(
      "select max(n)::int as n from (select count(*) as n from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null group by species) heads",
      [id],
    )) as [{ n: number }];
    await world.sql("update registry.principal set scale = 'large', scale_by = 'auto' where id = $1", [id]);
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values (1505, $1, 'scale_rule', $2)`,
      [id, `cattle:1/${n}/900,sheep:1/${n}/900,goat:1/${n}/900`],
    );
    await run();
    expect(await scaleOf()).toEqual({ scale: 'medium', by: 'auto', found: 'medium' });
    const before = (await board(manager)).total.scaleDiffers;
    await world.sql("update registry.principal set scale = 'large', scale_by = 'manual' where id = $1", [id]);
    await run();
    expect(await scaleOf()).toEqual({ scale: 'large', by: 'manual', found: 'medium' });
    expect((await board(manager)).total.scaleDiffers).toBe(before + 1);
  });

  it('R25: a pen or a book that does not say what is there is found, named, and gone when it is put right', async () => {
    await registryNightly(world.database);
    const clean = (await board(manager)).total;
    expect([clean.penDiffs, clean.bookDiffs]).toEqual([0, 0]);
    const { id, pen } = await house();
    await world.sql('update registry.pen set current_count = current_count + 2 where id = $1', [pen]);
    await world.sql(
      `update registry.holder_stock_day set born = born + 1 where ctid in (select ctid from registry.holder_stock_day where principal_id = $1 limit 1)`,
      [id],
    );
    await registryNightly(world.database);
    const found = (await board(manager)).total;
    expect([found.penDiffs, found.bookDiffs]).toEqual([1, 1]);
    const { data } = await manager.get('pri/quality/differences?kind=pen');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ principalId: id });
    expect(data[0].said - data[0].counted).toBe(2);
    const books = await manager.get('pri/quality/differences?kind=book');
    expect(books.data[0]).toMatchObject({ principalId: id });
    const far = await (await world.as('kzzq_station')).get('pri/quality/differences?kind=pen&regionCode=150502000000');
    expect(far.data).toEqual([]);
    await world.sql('update registry.pen set current_count = current_count - 2 where id = $1', [pen]);
    await registryNightly(world.database);
    expect((await board(manager)).total).toMatchObject({ penDiffs: 0, bookDiffs: 1 });
  });
});

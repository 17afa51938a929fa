import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, inStock, principalOf } from '#modules/depot/testing/fixtures.ts';
import type { AnimalHit, HolderHit, WorkerHit } from '#modules/prevention/contract/home/search.ts';
import { type ImmunityCard, immuneStates } from '#modules/prevention/contract/livestock/immunity.ts';
import type { StockBoard } from '#modules/prevention/contract/livestock/stock.ts';
import { immunityOf, stockOf } from '#modules/prevention/server/index.ts';
import { keepStockDay } from '#modules/prevention/server/livestock/stock-day.ts';
import type { Distribution } from '#modules/registry/contract/map/distribution.ts';

/** Livestock as prevention sees it: search, immunity, holders' files, stock, maps. */
let world: World;
let centre: Person;
let county: Person;
beforeAll(async () => {
  world = await openWorld();
  centre = await world.as('ant_pref1');
  county = await world.as('ant_cty1');
});
afterAll(() => world.close());

const countyCode = 150521;
const heads = (rows: readonly { tagged: number; untagged: number }[]) =>
  rows.reduce((sum, one) => sum + one.tagged + one.untagged, 0);

describe('the header search', () => {
  it('R52: finds workers, holders and animals, marks what matched, twenty a page, within the area only', async () => {
    const [worker] = await world.sql<{ name: string }>(
      `select name from registry.staff where tenant_no = 1505 and job = 'preventionWorker' and status = 'active' and region_code / 1000000 = ${countyCode} order by id limit 1`,
    );
    const name = worker?.name ?? '';
    const found = await county.get<WorkerHit[]>(`ant/search/prevention?name=${encodeURIComponent(name)}`);
    expect(found.data.map((one) => one.name)).toContain(name);
    expect(found.data[0]?.match).toEqual({ field: 'name', from: 0, to: name.length });

    const tags = await county.get<AnimalHit[]>('ant/search/animalTypeName?name=0101');
    expect(tags.total).toBeGreaterThan(0);
    for (const one of tags.data) {
      expect(one.earTag.endsWith('0101')).toBe(true);
      expect(one.match).toEqual({ field: 'earTag', from: 11, to: 15 });
    }
    const many = await centre.get<AnimalHit[]>(`ant/search/animalTypeName?name=${encodeURIComponent('西门塔尔')}`);
    expect(many.data).toHaveLength(20);
    expect(many.total).toBeGreaterThan(20);
    expect(many.data[0]?.match).toMatchObject({ field: 'breedName', from: 0 });
    expect((await centre.get('ant/search/principalName?name=x&pageSize=21')).code).toBe(422);
    expect((await centre.get('ant/search/principalName?name=%20')).code).toBe(422);

    const [other] = await world.sql<{ tag: string; name: string }>(
      `select a.ear_tag as tag, p.principal_unit_name as name from registry.animal a join registry.principal p on p.id = a.principal_id
       where a.tenant_no = 1505 and a.region_code / 1000000 <> ${countyCode} and a.status = 'inStock' and a.voided_at is null order by a.id limit 1`,
    );
    expect((await county.get(`ant/search/animalTypeName?name=${other?.tag}`)).total).toBe(0);
    expect((await centre.get(`ant/search/animalTypeName?name=${other?.tag}`)).total).toBe(1);
    const theirs = await county.get<HolderHit[]>(
      `ant/search/principalName?name=${encodeURIComponent(other?.name ?? '')}`,
    );
    expect(theirs.data.filter((one) => one.name === other?.name)).toEqual([]);
  });

  it('R52: is refused to who does not hold ant:home:search', async () => {
    for (const path of ['prevention', 'principalName', 'animalTypeName'])
      expect((await (await world.as('house1')).get(`ant/search/${path}?name=x`)).code).toBe(403);
  });
});

describe('immunity', () => {
  it('the six states part the animals of a disease, and the list counts as the map does', async () => {
    const [all] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal where tenant_no = 1505 and status = 'inStock' and in_herd and voided_at is null`,
    );
    let sum = 0;
    const { data: map } = await centre.get<Distribution>('ant/map/animals?layer=immune&diseaseCode=fmd');
    for (const state of immuneStates) {
      const { total = 0 } = await centre.get(`ant/animal/list?pageSize=1&status=inStock&immune=fmd:${state}`);
      expect([state, map.whole?.kinds[state] ?? 0]).toEqual([state, total]);
      sum += total;
    }
    expect(sum).toBe(all?.n);
    expect((await centre.get('ant/animal/list?pageSize=1&immune=nonsense')).total).toBe(0);
  });

  it('card, check and kernel say the same of an animal, also of a day before its shot', async () => {
    const [one] = await world.sql<{ id: number; tag: string; last: string; until: string }>(
      `select a.id::int, a.ear_tag as tag, m.last_on::text as last, m.valid_until::text as until from prevention.animal_immunity m join registry.animal a on a.id = m.animal_id
       where m.disease_code = 'fmd' and m.in_stock and m.valid_until > prevention.today() + 31 and m.shots = 1 and m.exempt_until is null and m.region_code / 1000000 = ${countyCode} limit 1`,
    );
    const { id, tag, last, until } = one as { id: number; tag: string; last: string; until: string };
    const { data: file } = await county.get(`ant/immunity/animal/${tag}`);
    const card = (file.cards as ImmunityCard[]).find((some) => some.diseaseCode === 'fmd');
    expect(card).toMatchObject({ state: 'protected', lastOn: last, validUntil: until, shots: 1 });
    expect(card?.vaccineName).toBeTruthy();
    expect(card?.staffName).toBeTruthy();
    const ask = (on: string, tags = [tag]) =>
      county.post('ant/immunity/check', { earTags: tags, diseaseCodes: ['fmd'], on });
    expect((await ask(dayFromNow(0))).data).toMatchObject([{ protected: true, lastOn: last, reason: null }]);
    expect((await ask('2020-01-01')).data).toMatchObject([{ protected: false }]);
    expect((await ask(dayFromNow(0), ['215052199999999'])).data).toMatchObject([{ reason: 'unknownTag' }]);
    const said = await inStock(world, (tx) => immunityOf(tx, [id], ['fmd', 'brucellosis'], dayFromNow(0)));
    expect(said.find((some) => some.diseaseCode === 'fmd')).toMatchObject({ protected: true, validUntil: until });
    const { data: papers } = await county.get(`ant/print/certificate?ids=${id}`);
    expect(papers).toMatchObject([{ earTag: tag, cards: expect.any(Array) }]);
  });

  it('what will lapse is counted by village and listed, the soonest first', async () => {
    await world.sql(
      `update prevention.animal_immunity set valid_until = prevention.today() + (animal_id % 40)::int where disease_code = 'fmd' and in_stock and last_on is not null and animal_id % 5 = 0`,
    );
    const { data, total } = await centre.get('ant/immunity/lapsing?diseaseCode=fmd&withinDays=60');
    expect(total).toBeGreaterThan(0);
    expect(data.villages.reduce((sum: number, one: { n: number }) => sum + one.n, 0)).toBe(total);
    const days = data.animals.map((one: { validUntil: string }) => one.validUntil);
    expect(days).toEqual([...days].sort());
  });
});

describe('acceptance 20: everybody sees their own', () => {
  it('a household head has its own file and animals; lists are 403, others 404', async () => {
    const head = await world.as('house1');
    const own = await principalOf(world, 'house1');
    const { data: file, code } = await head.get(`ant/household/${own}/file`);
    expect(code).toBe(200);
    expect(file.id).toBe(own);
    const [other] = await world.sql<{ id: number; tag: string }>(
      `select principal_id::int as id, ear_tag as tag from registry.animal where tenant_no = 1505 and principal_id <> ${own} and voided_at is null order by id limit 1`,
    );
    for (const path of [
      `ant/household/${other?.id}/file`,
      `ant/household/${other?.id}`,
      `ant/print/recordBook/${other?.id}?from=2026&to=2026`,
      `ant/immunity/animal/${other?.tag}`,
    ])
      expect([path, (await head.get(path)).code]).toEqual([path, 404]);
    for (const path of [
      'ant/household/list',
      'ant/stat/stock',
      'ant/map/animals',
      'ant/map/holders',
      'ant/enterprise/list',
    ])
      expect([path, (await head.get(path)).code]).toEqual([path, 403]);
    const { data: animals, total } = await head.get('ant/animal/list?pageSize=100');
    expect(total).toBe((await head.get('pri/animal/info/list?pageSize=1')).total);
    expectAll(animals, (one: { principalId: number }) => one.principalId === own);
  });

  it('a county sees no row of another: lists, totals, maps and searches', async () => {
    const foreign = (code: number) => Math.floor(code / 1e6) !== countyCode;
    for (const list of ['ant/animal/list', 'ant/household/list', 'ant/enterprise/list']) {
      const { data } = await county.get(`${list}?pageSize=500`);
      expect(data.length).toBeGreaterThan(0);
      expect(data.filter((row: { regionCode: number }) => foreign(row.regionCode))).toEqual([]);
    }
    const { data: board } = await county.get<StockBoard>('ant/stat/stock');
    expect(board.regionCode).toBe(countyCode * 1e6);
    expect((await county.get('ant/stat/stock?regionCode=150502000000')).code).toBe(403);
    const whole = await county.get<StockBoard>('ant/stat/stock?regionCode=150500000000');
    expect(whole.data.rows.map((row) => row.regionCode)).toEqual([countyCode * 1e6]);
    expect(whole.data.total.total).toBe(board.total.total);
    const { data: map } = await county.get<Distribution>('ant/map/animals');
    expect(map.whole?.total).toBe(board.total.total);
    const { data: inside } = await county.get('ant/map/holders?polygon=100,30;140,30;140,60;100,60');
    expect(inside.holders).toBe(board.total.holders);
  });
});

describe('stock', () => {
  it('R1: parts make the whole, by stage, breed and scale, and agree with the rows', async () => {
    const [rows] = await world.sql<{ tagged: number; untagged: number; holders: number }>(
      `select sum(tagged)::int as tagged, sum(untagged)::int as untagged, count(distinct principal_id) filter (where tagged + untagged > 0)::int as holders from prevention.holder_stock where tenant_no = 1505`,
    );
    const { data: stages } = await centre.get<StockBoard>('ant/stat/stock');
    expect(stages.total).toMatchObject({
      total: (rows?.tagged ?? 0) + (rows?.untagged ?? 0),
      tagged: rows?.tagged,
      holders: rows?.holders,
    });
    expect(stages.rows.reduce((sum, row) => sum + row.total, 0)).toBe(stages.total.total);
    expect(stages.rows.length).toBeGreaterThan(3);
    const { data: scales } = await centre.get<StockBoard>('ant/stat/stock?by=scale');
    expect(scales.total.total).toBe(stages.total.total);
    const { data: breeds } = await centre.get<StockBoard>('ant/stat/stock?by=breed');
    expect(breeds.total.total).toBe(rows?.tagged);
    const { data: below } = await centre.get<StockBoard>(`ant/stat/stock?regionCode=${countyCode}000000`);
    expect(below.total.total).toBe(stages.rows.find((row) => row.regionCode === countyCode * 1e6)?.total);
    expect(below.path.map((one) => one.code)).toEqual([150500000000, countyCode * 1e6]);
  });

  it('the size of a farm is the registry’s: whatever changes it, prevention’s figures and its list of holders follow', async () => {
    const [farm] = await world.sql<{ id: number; code: number }>(
      `select h.principal_id::int as id, h.region_code::float8 as code from prevention.holder_stock h
       where h.tenant_no = 1505 and h.tagged > 0 and h.scale is distinct from 'large' order by 1 limit 1`,
    );
    const large = async () => {
      const { data } = await centre.get<StockBoard>(`ant/stat/stock?by=scale&regionCode=${farm?.code}`);
      const listed = await centre.get<{ id: number }[]>(
        `ant/household/list?regionCode=${farm?.code}&hasStock=true&scale=large&pageSize=200`,
      );
      return {
        heads: heads(data.total.cells.filter((one) => one.key === 'large')),
        listed: listed.data.map((one) => one.id),
      };
    };
    const before = await large();
    await world.sql("update registry.principal set scale = 'large' where id = $1", [farm?.id]);
    const [own] = await world.sql<{ n: number }>(
      'select sum(tagged + untagged)::int as n from prevention.holder_stock where principal_id = $1',
      [farm?.id],
    );
    const after = await large();
    expect(after.heads).toBe(before.heads + (own?.n ?? 0));
    expect(after.listed).toContain(farm?.id);
    expect(before.listed).not.toContain(farm?.id);
  });

  it('a day is kept once and stays, whatever comes after; the board and the kernel read it', async () => {
    const day = dayFromNow(0);
    const kept = await inStock(world, (tx) => keepStockDay(tx, day));
    expect(kept).toBeGreaterThan(0);
    const before = await inStock(world, (tx) => stockOf(tx, { regionCode: 150500000000 }, day));
    await world.sql(
      // Of a family whose herd was never counted: a count knows the animal as one that is there.
      `update registry.animal set status = 'missing' where id = (select id from registry.animal a where tenant_no = 1505 and status = 'inStock' and in_herd and voided_at is null
         and not exists (select 1 from registry.herd_count h where h.principal_id = a.principal_id) order by id desc limit 1)`,
    );
    expect(await inStock(world, (tx) => keepStockDay(tx, day))).toBe(0);
    const [row] = await world.sql<{ n: number }>(
      'select sum(tagged + untagged)::int as n from prevention.stock_day where tenant_no = 1505 and day = $1',
      [day],
    );
    expect(row?.n).toBe(heads(before));
    const after = await inStock(world, (tx) => stockOf(tx, { regionCode: 150500000000 }, day));
    expect(heads(after)).toBe(heads(before) - 1);

    const [old] = await world.sql<{ day: string }>(
      'select max(day)::text as day from prevention.stock_day where tenant_no = 1505 and day < $1',
      [day],
    );
    const past = old?.day ?? '';
    const { data: board } = await centre.get<StockBoard>(`ant/stat/stock?on=${past}`);
    expect(board).toMatchObject({ on: past, total: { holders: null } });
    const then = await inStock(world, (tx) => stockOf(tx, { regionCode: 150500000000 }, past));
    expect(board.total.total).toBe(heads(then));
    const { data: line } = await centre.get('ant/stat/stockLine');
    expect(line.length).toBeGreaterThan(10);
    expect(line.at(-1).month).toBe(day.slice(0, 7));
  });

  it('a holder’s file tells the same stock, plan and make-up as the list of holders', async () => {
    const { data: list } = await county.get('ant/household/list?hasStock=true&pageSize=200');
    const rows = list.filter((row: { due: number | null }) => (row.due ?? 0) > 0);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows.slice(0, 5)) {
      const { data: file } = await county.get(`ant/household/${row.id}/file`);
      expect(heads(file.stock)).toBe(row.cattle + row.sheep + row.goat);
      const sum = (key: 'due' | 'done') =>
        file.plan.reduce((all: number, one: Record<string, number>) => all + (one[key] ?? 0), 0);
      expect([sum('due'), sum('done')]).toEqual([row.due, row.done]);
      expect(file.lastVisitOn).toBe(row.lastVisitOn);
    }
    const visited = rows.find((row: { lastVisitOn: string | null }) => row.lastVisitOn);
    const year = visited.lastVisitOn.slice(0, 4);
    const { data: book } = await county.get(`ant/print/recordBook/${visited.id}?from=${year}&to=${year}`);
    expect(book.years).toHaveLength(1);
  });

  it('R48: the map names the villages nobody is in charge of', async () => {
    const { data } = await centre.get('ant/map/uncovered');
    const [village] = await world.sql<{ code: number }>(
      `select region_code::bigint::text::bigint as code from prevention.holder_stock where tenant_no = 1505 and tagged > 0 and prevention.worker_of(1505, region_code) is not null limit 1`,
    );
    expect(data.map((one: { regionCode: number }) => one.regionCode)).not.toContain(Number(village?.code));
    await world.sql(
      `update registry.grid_duty set to_on = current_date - 1 where tenant_no = 1505 and job = 'preventionWorker' and grid_id in (select grid_id from registry.grid_village where village_code = $1)`,
      [village?.code],
    );
    const { data: more } = await centre.get('ant/map/uncovered');
    expect(more.map((one: { regionCode: number }) => one.regionCode)).toContain(Number(village?.code));
  });
});

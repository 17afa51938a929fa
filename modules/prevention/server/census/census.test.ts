import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';
import type { SheetLine } from '#modules/prevention/contract/census/census.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world?.close();
});

const township = 150521101000;

const stockOf = async (principalId: number) =>
  (
    await world.sql<{ tagged: number; untagged: number }>(
      'select coalesce(sum(tagged), 0)::int as tagged, coalesce(sum(untagged), 0)::int as untagged from prevention.holder_stock where principal_id = $1',
      [principalId],
    )
  )[0];

const itemOf = async (id: number) =>
  (
    await world.sql<{ id: number; version: number }>(
      'select id::int as id, version from prevention.census_sheet where id = $1',
      [id],
    )
  )[0];

describe('a census (acceptance 17)', () => {
  let roundId: number;
  let sheet: { id: number; version: number; principalId: number };
  let lines: SheetLine[];
  let missing: string[];

  it('makes a sheet for every household of its region on publication, with or without stock', async () => {
    const county = await world.as('ant_cty1');
    const added = await county.post('ant/censusRound/add', {
      name: '试验普查',
      year: 2026,
      regionCode: 150521000000,
      countDate: dayFromNow(0),
      startDate: dayFromNow(-3),
      endDate: dayFromNow(20),
      species: ['cattle', 'sheep', 'goat'],
    });
    expect(added.code).toBe(200);
    roundId = added.data.id;
    const elsewhere = await county.post('ant/censusRound/add', {
      name: '越界',
      year: 2026,
      regionCode: 150523000000,
      countDate: dayFromNow(0),
      startDate: dayFromNow(0),
      endDate: dayFromNow(9),
      species: ['cattle'],
    });
    expect(elsewhere.code).not.toBe(200);
    const published = await county.post('ant/censusRound/transition', {
      id: roundId,
      version: added.data.version,
      name: 'publish',
    });
    expect(published.data.status).toBe('published');
    const [there] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.principal where tenant_no = 1505 and region_code / 1000000 = 150521 and status in ('active', 'suspended')
         and principal_unit_type in ('household', 'farm', 'cooperative')`,
    );
    const { data } = await county.get(`ant/censusRound/${roundId}`);
    expect(data).toMatchObject({ households: there?.n, counted: 0, progress: 0 });
  });

  it('is counted by the worker: the grid begins with the book, and seen tags must fit the missing ones', async () => {
    const worker = await world.as('kzzq_worker1');
    const { data } = await worker.get(`ant/censusSheet/list?roundId=${roundId}&pageSize=200`);
    const own = await world.sql<{ id: number }>(
      `select s.id::int as id from prevention.census_sheet s where s.round_id = $1 and s.region_code >= $2 and s.region_code < $2 + 1000
         and (select count(*) from registry.animal a where a.principal_id = s.principal_id and a.status = 'inStock' and a.in_herd and not a.quarantined and not a.pledged
           and a.pending_change_id is null and a.entry_on < current_date - 10) > 5`,
      [roundId, township],
    );
    sheet = data.find((one: { id: number }) => own.some(({ id }) => id === one.id));
    expect(sheet, 'a herd in the worker’s villages').toBeDefined();
    const { data: known } = await worker.get(`ant/censusSheet/prepare?id=${sheet.id}`);
    const free = await world.sql<{ tag: string }>(
      `select ear_tag as tag from registry.animal where principal_id = $1 and status = 'inStock' and in_herd and not quarantined and not pledged and pending_change_id is null
         and entry_on < current_date - 10 order by id limit 3`,
      [sheet.principalId],
    );
    missing = free.map((one) => one.tag);
    lines = known.lines.map((line: SheetLine) => ({
      ...line,
      tagged:
        line.tagged -
        known.animals.filter(
          (one: { earTag: string; species: string; stage: string }) =>
            missing.includes(one.earTag) && one.species === line.species && one.stage === line.stage,
        ).length,
    }));
    lines = lines.map((line) =>
      line.species === 'cattle' && line.stage === 'calf' ? { ...line, untagged: line.untagged + 4 } : line,
    );
    const body = { id: sheet.id, version: sheet.version, countedOn: dayFromNow(0), lines, foreignTags: [] };
    const wrong = await worker.post('ant/censusSheet/count', { ...body, missingTags: [] });
    expect(wrong).toMatchObject({ code: 500, bizCode: 'seenDiffers' });
    const counted = await worker.post('ant/censusSheet/count', { ...body, missingTags: missing });
    expect(counted).toMatchObject({ code: 200, data: { status: 'counted', difference: 1 } });
    const { data: round } = await (await world.as('ant_cty1')).get(`ant/censusRound/${roundId}`);
    expect(round).toMatchObject({ status: 'ongoing', counted: 1 });
  });

  it('R40: is not checked by its counter, and each missing tag asks for its reason', async () => {
    // Somebody who may do both is refused where the counting was theirs.
    await world.sql(
      `update prevention.census_sheet set counted_by = (select id from platform.sys_user where username = 'kzzq_station') where id = $1`,
      [sheet.id],
    );
    const station = await world.as('kzzq_station');
    const words = Object.fromEntries(missing.map((tag) => [tag, { reason: 'away' }]));
    const same = await station.post('ant/censusSheet/check', { items: [await itemOf(sheet.id)], words });
    expect(same.data).toEqual([{ id: sheet.id, ok: false, msg: '不能由同一人办理', missing: [] }]);
    await world.sql(
      `update prevention.census_sheet set counted_by = (select id from platform.sys_user where username = 'kzzq_worker1') where id = $1`,
      [sheet.id],
    );
    const bare = await station.post('ant/censusSheet/check', { items: [await itemOf(sheet.id)] });
    expect(bare.data[0]).toMatchObject({ ok: false });
    expect(bare.data[0].missing.toSorted()).toEqual(missing.toSorted());
    const equal = await station.post('ant/censusSheet/check', {
      items: [await itemOf(sheet.id)],
      onlyEqual: true,
      words,
    });
    expect(equal.data[0].ok).toBe(false);
    const worker = await world.as('kzzq_worker1');
    expect((await worker.post('ant/censusSheet/check', { items: [await itemOf(sheet.id)], words })).code).toBe(403);
  });

  it('R40: what was counted anew after the checker looked is refused, for that sheet alone', async () => {
    const [station, worker] = [await world.as('kzzq_station'), await world.as('kzzq_worker1')];
    const looked = await itemOf(sheet.id);
    lines = lines.map((line) =>
      line.species === 'cattle' && line.stage === 'calf' ? { ...line, untagged: line.untagged + 1 } : line,
    );
    const recounted = await worker.post('ant/censusSheet/count', {
      ...looked,
      countedOn: dayFromNow(0),
      lines,
      missingTags: missing,
      foreignTags: [],
    });
    expect(recounted.code).toBe(200);
    const words = Object.fromEntries(missing.map((tag) => [tag, { reason: 'away' }]));
    const stale = await station.post('ant/censusSheet/check', { items: [looked], words });
    expect(stale.data).toEqual([{ id: sheet.id, ok: false, msg: '数据已被他人修改，请刷新后重试', missing: [] }]);
    // Nobody calls it empty either who has not seen that it was counted.
    const empty = await worker.post('ant/censusSheet/empty', { items: [looked], countedOn: dayFromNow(0) });
    expect(empty.data[0].ok).toBe(false);
    const { data } = await station.get(`ant/censusSheet/${sheet.id}`);
    expect(data).toMatchObject({ status: 'counted', difference: recounted.data.difference });
  });

  it('R40, R41: after checking, the sold animal is gone, and stock, count and progress have moved together', async () => {
    const station = await world.as('kzzq_station');
    const before = await stockOf(sheet.principalId);
    const [sold = '', away = '', lost = ''] = missing;
    const checked = await station.post('ant/censusSheet/check', {
      items: [await itemOf(sheet.id)],
      words: { [sold]: { reason: 'sold', act: true }, [away]: { reason: 'away' }, [lost]: { reason: 'tagLost' } },
    });
    expect(checked.data).toEqual([{ id: sheet.id, ok: true, msg: null, missing: [] }]);
    const [animal] = await world.sql<{ status: string }>('select status from registry.animal where ear_tag = $1', [
      sold,
    ]);
    expect(animal?.status).not.toBe('inStock');
    const after = await stockOf(sheet.principalId);
    expect(after?.tagged).toBe((before?.tagged ?? 0) - 1);
    // Seen and unseen together, less those that are away and still stand in the book.
    const counted = lines.reduce((sum, line) => sum + line.tagged + line.untagged, 0);
    expect((after?.tagged ?? 0) + (after?.untagged ?? 0)).toBe(Math.max(after?.tagged ?? 0, counted));
    // The plan of the season that goes on stands on the same stock.
    const plans = await world.sql<{ planned: number; kept: number }>(
      `select p.stock::int as planned, (h.tagged + h.untagged)::int as kept from prevention.prevention_plan p
       join prevention.prevention_season s on s.id = p.season_id and s.status in ('published', 'ongoing')
       join prevention.holder_stock h on h.tenant_no = p.tenant_no and h.principal_id = p.principal_id and h.species = p.species where p.principal_id = $1`,
      [sheet.principalId],
    );
    for (const { planned, kept } of plans) expect(planned).toBe(kept);
    const { data } = await station.get(`ant/stat/census?roundId=${roundId}`);
    expect(data.total).toMatchObject({
      counted: 1,
      checked: 1,
      untagged: lines.reduce((sum, line) => sum + line.untagged, 0),
    });
    const [own] = await world.sql<{ words: Record<string, { changeId?: number }> }>(
      'select missing_words as words from prevention.census_sheet where id = $1',
      [sheet.id],
    );
    expect(own?.words[sold]?.changeId).toBeGreaterThan(0);
  });

  it('R41: an empty sheet counts as counted; a herd of the book is not called empty', async () => {
    const station = await world.as('kzzq_station');
    const some = async (has: boolean) =>
      (
        await world.sql<{ id: number }>(
          `select s.id::int as id from prevention.census_sheet s where s.round_id = $1 and s.status = 'todo' and s.region_code >= $2 and s.region_code < $2 + 1000
             and exists (select 1 from registry.animal a where a.principal_id = s.principal_id and a.status = 'inStock' and a.in_herd) = $3 order by s.id limit 1`,
          [roundId, township, has],
        )
      )[0]?.id;
    const [bare, herd] = [await some(false), await some(true)];
    const ids = [bare, herd].filter((one) => one !== undefined);
    const items = await Promise.all(ids.map(itemOf));
    const { data } = await station.post('ant/censusSheet/empty', { items, countedOn: dayFromNow(0) });
    expect(data.map((one: { ok: boolean }) => one.ok)).toEqual(ids.map((one) => one === bare));
    const progress = await station.get(`ant/stat/census?roundId=${roundId}`);
    expect(progress.data.total).toMatchObject({ counted: bare ? 2 : 1, empty: bare ? 1 : 0 });
  });

  it('shows the demo round at 63 %, worst first, one village through and one untouched', async () => {
    const prefecture = await world.as('ant_pref1');
    const { data: rounds } = await prefecture.get('ant/censusRound/list?status=ongoing');
    const demo = rounds.find((one: { regionCode: number }) => one.regionCode === 150500000000);
    expect(Math.round(demo.progress)).toBe(63);
    const of = async (code: number) =>
      (await prefecture.get(`ant/stat/census?roundId=${demo.id}&regionCode=${code}`)).data;
    expect((await of(150523106201)).total.progress).toBe(100);
    expect((await of(150581200204)).total.progress).toBe(0);
    const { rows } = await of(150500000000);
    const shares = rows.map((one: { progress: number }) => one.progress);
    expect(shares).toEqual(shares.toSorted((a: number, b: number) => a - b));
    const county = await world.as('ant_cty1');
    expect((await county.get(`ant/stat/census?roundId=${demo.id}&regionCode=150523000000`)).code).toBe(403);
    const { data: herds } = await prefecture.get('ant/stat/liveHerds');
    const sum = (at: 0 | 1) =>
      herds.rows
        .flatMap((row: { herds: Record<string, [number, number]> }) => Object.values(row.herds))
        .reduce((n: number, one: [number, number]) => n + one[at], 0);
    const [truth] = await world.sql<{ tagged: number; untagged: number }>(
      `select sum(tagged)::int as tagged, sum(untagged)::int as untagged from prevention.holder_stock where tenant_no = 1505`,
    );
    expect([sum(0), sum(1)]).toEqual([truth?.tagged, truth?.untagged]);
    for (const species of ['cattle', 'sheep', 'goat']) {
      const { total: line } = (await prefecture.get(`ant/stat/raised?species=${species}`)).data;
      expect(line.raised).toBeGreaterThan(0);
      expect(line.opening + line.births + line.boughtIn).toBe(line.raised);
      expect(line.raised - line.offtake - line.deaths + line.other).toBe(line.closing);
      expect(line.check).toBe(0);
    }
  });
});

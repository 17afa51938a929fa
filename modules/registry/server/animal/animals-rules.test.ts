import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  changeAnimals,
  exitGuards,
  onEntry,
  onExit,
  onTagReplaced,
  replaceTag,
  setFlag,
  setParty,
  writeEvent,
} from '#modules/registry/server/index.ts';
import { ago, newHeifer, submitChange, unitOf } from '#modules/registry/testing/fixtures.ts';

/** What holds an animal back, who is told, and what may be put right afterwards. */
let world: World;
let worker: Person;
let house: number;
let serial = 91_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const heifer = (holder = house) => newHeifer(world, { tag: tag(), holder, wornOn: ago(120) });

beforeAll(async () => {
  world = await openWorld();
  worker = await world.as('kzzq_worker1');
  house = await unitOf(world, 'house1');
});
afterAll(() => world.close());

describe('what holds an animal back', () => {
  it('acceptance 9, R48: a pledged animal is sold by nobody; the bank is named before and at the submission; its death is taken', async () => {
    const farm = await world.as('farm1');
    const { data } = await farm.get('pri/animal/info/byTag?tag=215052200000207');
    const story = data[0].id as number;
    const asked = { changeType: 'saleOut', animalIds: [story], happenedOn: ago(0), buyerName: '客商' };
    const before = await farm.post('pri/animal/change/check', asked);
    expect(JSON.stringify(before.data)).toContain('pledged');
    const refused = await farm.post('pri/animal/change/submit', asked);
    const [bank] = await world.sql<{ name: string }>(
      'select principal_unit_name as name from registry.principal where id = $1',
      [await unitOf(world, 'bank1')],
    );
    expect(refused).toMatchObject({ code: 500, bizCode: 'pledged' });
    expect(refused.msg).toContain(`须先由${bank?.name}解押`);
    const coop = await unitOf(world, 'coop1');
    for (const [kind, more] of [
      ['handover', { toPrincipalId: coop, purpose: 'fatten' }],
      ['homeSlaughter', {}],
      ['cull', { cause: 'age' }],
    ] as const)
      expect(`${kind} ${(await submitChange(farm, [story], kind, more)).bizCode}`).toBe(`${kind} pledged`);
    const mine = await heifer();
    await inTongliao((tx) => setFlag(tx, [mine], 'pledged', true, 'test'));
    expect((await submitChange(worker, [mine], 'death', { cause: 'disease' })).data).toMatchObject({
      status: 'submitted',
    });
  });

  it('R49: a quarantined animal neither changes hands nor house, but may move within its house and die', async () => {
    const id = await heifer();
    const [pens] = await world.sql<{ here: number; beside: number; elsewhere: number }>(
      `with houses as (insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
         select tenant_no, region_code, id, no, no, 'cowHouse', 10 from registry.principal, unnest(array['q1', 'q2']) no where id = $1 returning *),
       pens as (insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
         select tenant_no, region_code, principal_id, id, no, 5 from houses, unnest(array['01', '02']) no returning *)
       select (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'q1' and pen_no = '01') as here,
         (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'q1' and pen_no = '02') as beside,
         (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'q2' and pen_no = '01') as elsewhere`,
      [house],
    );
    expect((await submitChange(worker, [id], 'penMove', { toPenId: pens?.here })).code).toBe(200);
    await inTongliao((tx) => setFlag(tx, [id], 'quarantined', true, 'test'));
    expect(await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).toMatchObject({
      bizCode: 'quarantined',
    });
    expect(await submitChange(worker, [id], 'penMove', { toPenId: pens?.elsewhere })).toMatchObject({
      bizCode: 'quarantined',
    });
    expect((await submitChange(worker, [id], 'penMove', { toPenId: pens?.beside })).code).toBe(200);
    expect((await submitChange(worker, [id], 'death', { cause: 'disease' })).code).toBe(200);
  });

  it('R50: what another module knows stops a sale, in its own words, and lets it go when it no longer does', async () => {
    const id = await heifer();
    exitGuards.register('withdrawal-test', {
      ask: async (_tx, { animalIds }) =>
        animalIds.includes(id) ? [{ animalId: id, bizCode: 'withdrawal', key: 'registry.animal.otherHolder' }] : [],
    });
    expect(await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).toMatchObject({ bizCode: 'withdrawal' });
    expect((await world.sql('select status from registry.animal where id = $1', [id]))[0].status).toBe('inStock');
    exitGuards.register('withdrawal-test', { ask: async () => [] });
    expect((await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).code).toBe(200);
  });

  it('R44: nothing happens before the animal came, nor tomorrow; more than a month back is a correction', async () => {
    const id = await heifer();
    const on = async (who: Person, day: string) =>
      (await who.post('pri/animal/change/submit', { changeType: 'missing', animalIds: [id], happenedOn: day }))
        .errors?.[0]?.field;
    expect(await on(worker, ago(-1))).toBe('happenedOn');
    expect(await on(worker, ago(200))).toBe('happenedOn');
    expect(await on(worker, ago(40))).toBe('happenedOn');
    expect(
      (
        await inTongliao((tx) =>
          changeAnimals(tx, { changeType: 'missing', animalIds: [id], happenedOn: ago(40), mayCorrect: true }),
        )
      ).status,
    ).toBe('done');
  });
});

describe('who is told', () => {
  it('R38, R53: other modules hear of an entry and an exit in the same transaction, and undo it when they cannot follow', async () => {
    const heard: string[] = [];
    onEntry.register('listener-test', async (_tx, { animalIds }) => void heard.push(`in ${animalIds.length}`));
    onExit.register('listener-test', async (_tx, { kind, animalIds }) => {
      heard.push(`${kind} ${animalIds.length}`);
      if (kind === 'cull') throw new Error('cannot follow');
    });
    const id = await heifer();
    expect((await submitChange(worker, [id], 'cull', { cause: 'age' })).code).toBe(500);
    const [after] = await world.sql(
      'select status, (select seq from registry.animal_head where animal_id = $1) as seq, (select count(*)::int from registry.animal_event where animal_id = $1) as events from registry.animal where id = $1',
      [id],
    );
    expect(after).toEqual({ status: 'inStock', seq: 2, events: 2 });
    expect((await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).code).toBe(200);
    expect(heard).toEqual(['in 1', 'cull 1', 'saleOut 1']);
    onExit.register('listener-test', async () => {});
    onEntry.register('listener-test', async () => {});
  });

  it('R52: the insurer of an animal that is sold is told, with the document', async () => {
    const id = await heifer();
    const insurer = await unitOf(world, 'ins1');
    await inTongliao(async (tx) => {
      await setFlag(tx, [id], 'insured', true, 'test');
      await setParty(tx, [id], insurer, 'insurer', true, 'test');
    });
    const { data } = await submitChange(worker, [id], 'saleOut', { buyerName: '客商' });
    const { data: told } = await (await world.as('ins1')).post('sys/notice/info/list', { page: 1, pageSize: 50 });
    expect(JSON.stringify(told.list)).toContain(data.docNo);
  });

  it('R55: who keeps tags hears of a replacement', async () => {
    const id = await heifer();
    const heard: string[] = [];
    onTagReplaced.register('listener-test', async (_tx, news) => void heard.push(news.reason));
    await inTongliao((tx) =>
      replaceTag(tx, { animalId: id, tagKind: 'ear', newTag: tag(), reason: 'lost', on: ago(1), staffId: null }),
    );
    expect(heard).toEqual(['lost']);
  });
});

describe('what may be put right', () => {
  const edit = async (who: Person, id: number, more: object) => {
    const { data } = await who.get(`pri/animal/info/${id}`);
    const { breed, sex, birthDate, coatColor, motherTag, fatherCode, remark, version } = data;
    return who.post('pri/animal/info/edit', {
      id,
      version,
      breed,
      sex,
      birthDate,
      coatColor,
      motherTag,
      fatherCode,
      remark,
      ...more,
    });
  };

  it('R42: tag, holder, status and species are never edited; breed and birth are, for a month, later or insured only by correction', async () => {
    const id = await heifer();
    for (const [name, value] of [
      ['earTag', tag()],
      ['principalId', await unitOf(world, 'coop1')],
      ['status', 'sold'],
      ['species', 'sheep'],
    ])
      await edit(worker, id, { [name as string]: value });
    const [row] = await world.sql(
      'select ear_tag, principal_id::int as holder, status, species from registry.animal where id = $1',
      [id],
    );
    expect(row).toMatchObject({ holder: house, status: 'inStock', species: 'cattle' });
    const station = await world.as('kzzq_station');
    expect((await edit(station, id, { breed: 'angus' })).code).toBe(200);
    const history = await (await world.as('kzzq_mgr')).get(`sys/history/list?entity=registry.animal&id=${id}`);
    expect(JSON.stringify(history.data)).toContain('angus');
    await inTongliao((tx) => setFlag(tx, [id], 'insured', true, 'test'));
    expect((await edit(station, id, { breed: 'simmental' })).code).toBe(403);
    expect((await edit(await world.as('kzzq_mgr'), id, { breed: 'simmental' })).code).toBe(200);
    const old = await heifer();
    await world.sql("update registry.animal set created_at = now() - interval '31 days' where id = $1", [old]);
    expect((await edit(station, old, { breed: 'angus' })).code).toBe(403);
  });

  it('R57: of 40 events written at once to one animal each has its place in the chain', async () => {
    const id = await heifer();
    const [{ region }] = (await world.sql('select region_code::float8 as region from registry.animal where id = $1', [
      id,
    ])) as [{ region: number }];
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        inTongliao((tx) =>
          writeEvent(tx, {
            animalId: id,
            kind: 'weighed',
            happenedOn: ago(40 - turn),
            principalId: house,
            regionCode: region,
            source: { entity: 'test', id: turn, docNo: `T${turn}` },
            summary: { kg: 300 + turn },
          }),
        ),
      ),
    );
    expect((await worker.get(`pri/animal/info/${id}/verify`)).data).toMatchObject({ ok: true, count: 42 });
  });

  it('R41: a number twice in one form is refused', async () => {
    const twice = tag();
    const calf = { tag: twice, species: 'cattle', breed: 'simmental', sex: 'male', birthDate: ago(20) };
    const refused = await worker.post('pri/animal/entry/register', {
      entryKind: 'born',
      principalId: house,
      wornOn: ago(5),
      animals: [calf, calf],
    });
    expect(refused.code).not.toBe(200);
    expect(await world.sql('select 1 from registry.animal where ear_tag = $1', [twice])).toEqual([]);
  });
});

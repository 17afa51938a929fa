import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { holdLot, releaseLot } from '#modules/depot/server/index.ts';
import { dayFromNow, inStock, tenant } from '#modules/depot/testing/fixtures.ts';
import { isSpotCheck } from '#modules/prevention/server/visit/flags.ts';
import {
  type Arms,
  arm,
  beginSeason,
  endSeasons,
  figures,
  type Herd,
  move,
  newHerd,
  picture,
  planOf,
  sheet,
} from '#modules/prevention/testing/season-fixtures.ts';
import { readChain } from '#modules/registry/server/index.ts';

/** A sheet from the fold to the figures, and what keeps it right. */
let world: World;
let worker: Person;
let other: Person;
let station: Person;
let county: Person;
let chief: Person;
let arms: Arms;
let seasonId: number;
beforeAll(async () => {
  world = await openWorld();
  [worker, other, station, county, chief] = (await Promise.all(
    ['kzzq_worker1', 'kel_worker1', 'kzzq_station', 'ant_cty1', 'ant_pref1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person, Person];
  await endSeasons(world);
  arms = await arm(world, 'kzzq_worker1', 5000);
  seasonId = await beginSeason(world, chief);
});
afterAll(() => world.close());

const held = async () => {
  const [row] = await world.sql<{ n: number }>('select sum(qty)::int as n from depot.stock_balance where lot_id = $1', [
    arms.lotId,
  ]);
  return row?.n ?? 0;
};
const send = async (herd: Herd, ids: readonly number[], more: object = {}, who = worker) =>
  who.post('ant/visit/add', sheet(herd, ids, arms, await picture(world, who), more));
const step = async (who: Person, id: number, name: string, more: object = {}) => {
  const { version } = (await who.get(`ant/visit/${id}`)).data;
  return who.post('ant/visit/transition', { id, version, name, ...more });
};

describe('a visit', () => {
  it('acceptance 4, R22: sixty head by one sheet: numbers by their last digits, coverage at once, one event each, doses out of the box', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 60);
    const tags = await world.sql<{ tag: string }>(
      'select ear_tag as tag from registry.animal where id = any ($1) order by id limit 3',
      [herd.animalIds],
    );
    const parsed = await worker.post('ant/visit/parseTags', {
      principalId: herd.principalId,
      text: tags.map(({ tag }) => tag.slice(-8)).join('\n'),
    });
    expect(parsed.data.map((one: { how: string }) => one.how)).toEqual(['here', 'here', 'here']);
    const before = { held: await held(), ...(await figures(chief, seasonId, herd.village)) };
    const saved = await send(herd, herd.animalIds);
    expect(saved.msg).toContain(saved.data.docNo);
    expect(saved.data.accepted).toBe(60);
    expect((await figures(chief, seasonId, herd.village)).done).toBe(before.done + 60);
    expect(await held()).toBe(before.held - 60);
    const events = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal_event where animal_id = any ($1) and kind = 'immunised'`,
      [herd.animalIds],
    );
    expect(events[0]?.n).toBe(60);
  });

  it('acceptance 5, R13, R16: the next day every animal is too soon; nothing is saved, and left out they stop nobody', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 4);
    const early = herd.animalIds.slice(1);
    expect((await send(herd, early, { visitedOn: dayFromNow(-1) })).code).toBe(200);
    const refused = await send(herd, early, { skipRefused: false });
    expect(refused.bizCode).toBe('refusedAnimals');
    expect(new Set(refused.data.refused.map((one: { code: string }) => one.code))).toEqual(new Set(['tooSoon']));
    const [count] = await world.sql<{ n: number }>(
      'select count(*)::int as n from prevention.immunisation_animal where animal_id = any ($1)',
      [early],
    );
    expect(count?.n).toBe(3);
    const both = await send(herd, herd.animalIds);
    expect(both.data.accepted).toBe(1);
    expect(both.data.refused).toHaveLength(3);
  });

  it('acceptance 6, R21: sent twice with one key it is one visit', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const body = sheet(herd, herd.animalIds, arms, await picture(world, worker));
    const [first, second] = [await worker.post('ant/visit/add', body), await worker.post('ant/visit/add', body)];
    expect(second.data.id).toBe(first.data.id);
    const [count] = await world.sql<{ n: number }>(
      'select count(*)::int as n from prevention.immunisation_visit where client_key = $1',
      [body.clientKey],
    );
    expect(count?.n).toBe(1);
  });

  it('acceptance 7, R11: a worker of another village neither finds the household nor writes there; a station may not either unless it serves', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 1);
    const found = await other.get(`ant/visit/households?keyword=&limit=500`);
    expect(found.data.some((one: { principalId: number }) => one.principalId === herd.principalId)).toBe(false);
    expect((await send(herd, herd.animalIds, {}, other)).code).toBe(404);
    expect((await send(herd, herd.animalIds, {}, station)).bizCode).toBe('notYourArea');
  });

  it('acceptance 8, R12: a held lot is not offered and refused, as is more than there is', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const offered = async () => {
      const { data } = await worker.get(`ant/visit/prepare?principalId=${herd.principalId}`);
      return data.held.flatMap((one: { lots: { lotId: number }[] }) => one.lots.map((lot) => lot.lotId));
    };
    expect(await offered()).toContain(arms.lotId);
    await inStock(world, (tx) => holdLot(tx, arms.lotId, null, 'dead animals'));
    expect(await offered()).not.toContain(arms.lotId);
    expect((await send(herd, herd.animalIds)).bizCode).toBe('batchFrozen');
    await inStock(world, (tx) => releaseLot(tx, arms.lotId, null));
    await world.sql(`update depot.lot set expire_on = $2 where id = $1`, [arms.lotId, dayFromNow(-1)]);
    expect((await send(herd, herd.animalIds)).bizCode).toBe('batchExpired');
    await world.sql(`update depot.lot set expire_on = $2 where id = $1`, [arms.lotId, dayFromNow(300)]);
    const many = await held();
    const untagged = { cattle: { calf: many + 1 } };
    const line = { vaccineCode: 'fmdOA', materialId: arms.materialId, lotId: arms.lotId, untagged: untagged };
    expect((await send(herd, [], { lines: [line], foundUntagged: untagged })).bizCode).toBe('notHeld');
  });

  it('R10: not tomorrow, not too long ago, and inside the season', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 1);
    for (const days of [1, -8])
      expect((await send(herd, herd.animalIds, { visitedOn: dayFromNow(days) })).bizCode).toBe('dateRange');
  });

  it('R14, R15: too young, banned and too close are said of the animal', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const [young, breeding] = herd.animalIds as [number, number];
    await world.sql('update registry.animal set birth_date = $2 where id = $1', [young, dayFromNow(-20)]);
    await world.sql('update registry.animal set breeding_use = true where id = $1', [breeding]);
    const check = async (vaccineCode: string) => {
      const body = sheet(herd, herd.animalIds, arms, await picture(world, worker), {
        lines: [{ vaccineCode, materialId: arms.materialId }],
      });
      return (await worker.post('ant/visit/check', { ...body, skipRefused: undefined })).data.refused.map(
        (one: { animalId: number; code: string }) => [one.animalId, one.code],
      );
    };
    expect(await check('fmdOA')).toEqual([[young, 'tooYoung']]);
    expect(await check('brucS2')).toEqual([
      [young, 'tooYoung'],
      [breeding, 'banned'],
    ]);
    await world.sql('update registry.animal set breeding_use = false, birth_date = $2 where id = any ($1)', [
      herd.animalIds,
      '2023-01-01',
    ]);
    const twice = sheet(herd, herd.animalIds, arms, await picture(world, worker), {
      lines: [
        { vaccineCode: 'brucS2', materialId: arms.materialId },
        { vaccineCode: 'anthrax', materialId: arms.materialId },
      ],
    });
    const close = await worker.post('ant/visit/check', twice);
    expect(new Set(close.data.refused.map((one: { code: string }) => one.code))).toEqual(new Set(['tooClose']));
  });

  it('R17: an animal of another holder is refused, or a guest: its own household gets the credit', async () => {
    const [home, host] = [await newHerd(world, 'kzzq_worker1', 1), await newHerd(world, 'kzzq_worker1', 1)];
    expect(host.principalId).not.toBe(home.principalId);
    const before = await planOf(world, seasonId, home.principalId);
    const plain = await send(host, home.animalIds, { skipRefused: false });
    expect(plain.data.refused[0].code).toBe('elsewhere');
    const guest = await send(host, [], { animals: [{ animalId: home.animalIds[0], result: 'done', guest: true }] });
    expect(guest.data.accepted).toBe(1);
    const after = await planOf(world, seasonId, home.principalId);
    expect(after.done).toBe(before.done + 1);
  });

  it('R18, R19: an animal once; done becomes partial by itself; a visit without entry needs a word and carries nothing', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 3);
    const [first, second] = herd.animalIds as [number, number, number];
    expect((await send(herd, [first, first])).code).toBe(422);
    expect((await send(herd, [first], { result: 'done' })).data.result).toBe('partial');
    const untagged = { cattle: { calf: 3 } };
    const line = { vaccineCode: 'fmdOA', materialId: arms.materialId, lotId: arms.lotId, untagged: untagged };
    expect((await send(herd, [], { lines: [line], foundUntagged: { cattle: { calf: 2 } } })).code).toBe(422);
    const absent = { result: 'absent', lines: [], animals: [] };
    expect((await send(herd, [], absent)).code).toBe(422);
    expect((await send(herd, [second], { result: 'absent', remark: '无人' })).code).toBe(422);
    expect((await send(herd, [], { ...absent, remark: '无人' })).code).toBe(200);
    const [row] = await world.sql<{ attempts: number }>(
      'select attempts from prevention.plan_household where season_id = $1 and principal_id = $2',
      [seasonId, herd.principalId],
    );
    expect(row?.attempts).toBe(1);
  });

  it('R24, acceptance 10: far away and with a picture used before it is saved with its flags and waits at the station, which questions and clears it', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    await world.sql('update registry.principal set longitude = 123.3, latitude = 44.1 where id = $1', [
      herd.principalId,
    ]);
    const [one, two] = herd.animalIds as [number, number];
    const same = await picture(world, worker);
    await worker.post('ant/visit/add', sheet(herd, [one], arms, same));
    const bytes = await world.sql<{ sha256: string }>('select sha256 from kit.file where id = $1', [same]);
    const again = await picture(world, worker);
    await world.sql('update kit.file set sha256 = $2 where id = $1', [again, bytes[0]?.sha256]);
    const saved = await worker.post(
      'ant/visit/add',
      sheet(herd, [two], arms, again, { location: { longitude: 123.4, latitude: 44.1 } }),
    );
    expect(saved.data.flags.toSorted(), 'what is missing is flagged too').toEqual(['farAway', 'noSign', 'samePhoto']);
    const { id } = saved.data;
    const tasks = await world.sql(
      `select task_type from platform.sys_task where entity = 'prevention.immunisationVisit' and entity_id = $1 and status in ('open', 'todo', 'doing', 'pending')`,
      [id],
    );
    expect(tasks).toHaveLength(1);
    expect((await step(station, id, 'question', { remark: '位置不对' })).code).toBe(200);
    expect((await step(worker, id, 'answer', { form: { answer: '在夏营地' } })).code).toBe(200);
    expect((await step(station, id, 'clear', { remark: '属实' })).code).toBe(200);
    expect((await station.get(`ant/visit/${id}`)).data.cleared).toBe(true);
  });

  it('R25: every so many-th sheet is looked at again, the same one whenever it is asked, and nobody chooses which', () => {
    const keys = Array.from({ length: 4000 }, () => randomUUID());
    const chosen = keys.filter((key) => isSpotCheck(key, 20));
    expect(chosen.length).toBeGreaterThan(120);
    expect(chosen.length).toBeLessThan(280);
    expectAll(chosen, (key) => isSpotCheck(key, 20));
  });

  it('R20: what was found beside the books is written as a count, and goes with the visit', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 2);
    const stock = async () => (await planOf(world, seasonId, herd.principalId)).stock;
    const before = await stock();
    const [tagged] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal where principal_id = $1 and species = 'cattle' and status = 'inStock'`,
      [herd.principalId],
    );
    const saved = await send(herd, herd.animalIds, { foundUntagged: { cattle: { calf: 5 } } });
    expect(await stock()).toBe((tagged?.n ?? 0) + 5);
    expect((await step(worker, saved.data.id, 'takeBack', { remark: '写错了' })).code).toBe(200);
    expect(await stock()).toBe(before);
  });

  it('acceptance 11: taken back, everything is as it was and the ledger holds both; with a stress case it stays', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 3);
    const facts = async () => ({
      held: await held(),
      plan: await planOf(world, seasonId, herd.principalId),
      immunity: await world.sql('select * from prevention.animal_immunity where animal_id = any ($1)', [
        herd.animalIds,
      ]),
      place: await figures(chief, seasonId, herd.village),
    });
    const before = await facts();
    const saved = await send(herd, herd.animalIds);
    expect((await facts()).plan.done).toBe(before.plan.done + 3);
    expect((await step(worker, saved.data.id, 'takeBack', { remark: '写错了' })).code).toBe(200);
    expect(await facts()).toEqual(before);
    const [animal] = herd.animalIds as [number];
    const verdict = await world.database.transaction(systemScope(tenant, 'test'), (tx) => readChain(tx, animal));
    expect(verdict.ok).toBe(true);
    const [events] = await world.sql<{ n: number }>(
      `select count(*)::int as n from registry.animal_event where animal_id = $1 and kind = 'immunised'`,
      [animal],
    );
    expect(events?.n).toBe(2);

    const kept = await send(herd, herd.animalIds);
    await world.sql(
      `insert into prevention.stress_case (tenant_no, doc_no, principal_id, region_code, animal_id, ear_tag, species, visit_id, line_no, vaccine_name, lot_no, immunised_at, reacted_at,
         outcome, symptoms, reporter_id, status)
       select $1, 'SD-T-' || $2::bigint, $3, $4, $5, '', 'cattle', $2, 1, 'x', 'x', now(), now(), 'observing', '{shock}', 1, 'observing'`,
      [tenant, kept.data.id, herd.principalId, herd.village, animal],
    );
    expect((await step(county, kept.data.id, 'void', { remark: '错' })).bizCode).toBe('hasStress');
  });

  it('R23: a farm that immunises for itself counts when it is accepted, and has its subsidy', async () => {
    const farm = await world.as('farm1');
    const [unit] = await world.sql<{ id: number; region: number }>(
      `select p.id::int as id, p.region_code::float8 as region from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'farm1'`,
    );
    const principalId = unit?.id ?? 0;
    const animals = await world.sql<{ id: number }>(
      `select id::int as id from registry.animal where principal_id = $1 and status = 'inStock' and species = 'cattle' and birth_date < now() - interval '1 year'
         and not exists (select 1 from prevention.animal_immunity m where m.animal_id = animal.id and m.last_on > now() - interval '25 days') order by id limit 3`,
      [principalId],
    );
    const body = async () => ({
      clientKey: randomUUID(),
      mode: 'self',
      principalId,
      visitedOn: dayFromNow(0),
      result: 'partial',
      photos: [await picture(world, farm)],
      purchaseProof: [await picture(world, farm)],
      lines: [{ vaccineCode: 'fmdOA', lotNo: 'OWN-1' }],
      animals: animals.map(({ id }) => ({ animalId: id, result: 'done' })),
      skipRefused: true,
    });
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values ($1, $2, 'self_purchase_vaccine', '0')
       on conflict (tenant_no, principal_id, config_code) do update set config_value = '0'`,
      [tenant, principalId],
    );
    expect((await farm.post('ant/visit/add', await body())).bizCode).toBe('notSelf');
    await world.sql(
      `update registry.principal_config set config_value = '1' where principal_id = $1 and config_code = 'self_purchase_vaccine'`,
      [principalId],
    );
    const done = async () => (await figures(chief, seasonId, unit?.region ?? 0)).done;
    const before = await done();
    const saved = await farm.post('ant/visit/add', await body());
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200 });
    expect(await done()).toBe(before);
    expect((await step(station, saved.data.id, 'accept')).code).toBe(200);
    expect(await done()).toBe(before + animals.length);
    const { subsidy } = (await station.get(`ant/visit/${saved.data.id}`)).data;
    expect(Number(subsidy)).toBeCloseTo(animals.length * 2.4);
    // Doubted afterwards and answered, it is accepted again and counts once.
    expect((await step(station, saved.data.id, 'question', { remark: '凭证不清' })).code).toBe(200);
    expect((await step(farm, saved.data.id, 'answer', { form: { answer: '已补传' } })).code).toBe(200);
    const again = await step(station, saved.data.id, 'accept');
    expect(again, JSON.stringify(again)).toMatchObject({ code: 200, data: { status: 'accepted' } });
    expect(await done()).toBe(before + animals.length);
    const events = await world.sql(
      `select 1 from registry.animal_event where animal_id = $1 and kind = 'immunised' and happened_on = $2`,
      [animals[0]?.id, dayFromNow(0)],
    );
    expect(events).toHaveLength(1);
    expect((await station.get(`ant/visit/${saved.data.id}`)).data).toMatchObject({ counted: true, subsidy });
  });

  it('R26: in a closed season nothing is voided before it is reopened', async () => {
    const herd = await newHerd(world, 'kzzq_worker1', 1);
    const saved = await send(herd, herd.animalIds);
    await move(chief, seasonId, 'summarise');
    await move(chief, seasonId, 'close', { form: { summaryText: '完成' } });
    expect((await step(county, saved.data.id, 'void', { remark: '错' })).bizCode).toBe('seasonClosed');
    await move(chief, seasonId, 'reopen', { remark: '有错' });
    expect((await step(county, saved.data.id, 'void', { remark: '错' })).code).toBe(200);
  });
});

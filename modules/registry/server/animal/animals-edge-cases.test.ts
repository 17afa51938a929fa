import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { grant, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';
import { proofOf } from '#modules/platform/testing/device.ts';
import { remindWaiting } from '#modules/registry/server/common/nightly.ts';
import { registerArchivePart, registerExtract, setOwner, setParty } from '#modules/registry/server/index.ts';
import { sentFile } from '#modules/registry/testing/place-samples.ts';

/** Pens that are too full, pictures, property, extracts, reminders, the farm archive, and who may add whom. */
let world: World;
let worker: Person;
let farm: number;
let house: number;
let serial = 100;

const ago = (days: number) => new Date(Date.now() + 8 * 3600_000 - days * 86_400_000).toISOString().slice(0, 10);
const tag = () => `2150502${String(77_000_000 + ++serial).padStart(8, '0')}`;
const calf = (more: object = {}) => ({
  tag: tag(),
  species: 'cattle',
  breed: 'simmental',
  sex: 'female',
  birthDate: ago(400),
  ...more,
});
const principalOf = async (username: string) =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id as number;
const penOf = async (principalId: number, capacity: number, kind = 'cowHouse') => {
  const [hovel] = await world.sql<{ id: number }>(
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     select 1505, region_code, id, $2, '试验舍', $3, 9 from registry.principal where id = $1 returning id::int`,
    [principalId, `T${++serial}`, kind],
  );
  const [pen] = await world.sql<{ id: number }>(
    `insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
     select 1505, region_code, id, $2, '01', $3 from registry.principal where id = $1 returning id::int`,
    [principalId, hovel?.id, capacity],
  );
  return pen?.id as number;
};
const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  worker = await world.as('kzzq_worker1');
  house = await principalOf('house1');
  farm = await principalOf('farm1');
});
afterAll(() => world.close());

describe('pens', () => {
  const entry = (animals: object[], more: object) => ({
    entryKind: 'bought',
    principalId: house,
    wornOn: ago(3),
    originRegionCode: 150521000000,
    animals,
    ...more,
  });

  it('R26, R27: a registration is told of a pen above its capacity and of animals that should stand apart; neither refuses', async () => {
    const penId = await penOf(house, 2);
    const animals = [calf(), calf(), calf()];
    const found = await worker.post('pri/animal/info/check', entry(animals, { penId }));
    const over = found.data.filter((one: { bizCode: string }) => one.bizCode === 'penOver');
    expect(over, JSON.stringify(found)).toEqual([expect.objectContaining({ level: 'warn', tag: animals[2]?.tag })]);
    expect(over[0].words).toContain('3 头');
    expect(found.data.filter((one: { bizCode: string }) => one.bizCode === 'notIsolated')).toHaveLength(3);
    const apart = await worker.post(
      'pri/animal/info/check',
      entry([calf()], { penId: await penOf(house, 9, 'isolation') }),
    );
    expect(apart.data).toEqual([]);
    const old = await worker.post('pri/animal/info/check', entry([calf()], { penId, entryKind: 'donated' }));
    expect(old.data).toEqual([]);
    const done = await worker.post('pri/animal/entry/register', entry(animals, { penId }));
    expect(done.code, JSON.stringify(done)).toBe(200);
  });

  it('R26, R27: a move is told the same beside each animal, and goes on when it was confirmed', async () => {
    const from = await penOf(house, 9, 'isolation');
    const to = await penOf(house, 1);
    const animals = [calf(), calf()];
    await worker.post('pri/animal/entry/register', entry(animals, { penId: from }));
    const ids = (
      await world.sql<{ id: number }>('select id::int from registry.animal where ear_tag = any ($1) order by id', [
        animals.map((one) => one.tag),
      ])
    ).map((row) => row.id);
    const change = { changeType: 'penMove', animalIds: ids, toPenId: to };
    const { data } = await worker.post('pri/animal/change/check', change);
    expectAll(data, (one: { level: string }) => one.level === 'warn');
    expect(data.map((one: { bizCode: string }) => one.bizCode).sort()).toEqual([
      'notIsolated',
      'notIsolated',
      'penOver',
    ]);
    expect((await worker.post('pri/animal/change/submit', change)).data.status).toBe('done');
    const book = await worker.get(`pri/ledger/list?principalId=${house}&from=${ago(10)}&to=${ago(0)}&by=pen`);
    // Workers keep no book; the holder does.
    expect(book.code).toBe(403);
    const head = await world.as('house1');
    const pens = (await head.get(`pri/ledger/list?from=${ago(10)}&to=${ago(0)}&by=pen`)).data;
    const stock = await world.sql(
      "select count(*)::int as n from registry.animal where principal_id = $1 and pen_id is not null and status = 'inStock' and voided_at is null",
      [house],
    );
    expect(pens.closing).toBe(stock[0].n);
    const [moved] = pens.rows.filter((one: { transferIn: number }) => one.transferIn === 2);
    expect(moved).toMatchObject({ opening: 0, closing: 2 });
    for (const row of pens.rows)
      expect(
        row.opening +
          row.born +
          row.bought +
          row.transferIn +
          row.recovered -
          (row.transferOut + row.sold + row.slaughtered + row.died + row.culled + row.missing),
        row.period,
      ).toBe(row.closing);
  });
});

describe('animals and others', () => {
  const oneOf = async (principalId: number) =>
    (
      await world.sql<{ id: number; uid: string; tag: string }>(
        `select id::int, animal_uid as uid, ear_tag as tag from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null order by id limit 1`,
        [principalId],
      )
    )[0] as { id: number; uid: string; tag: string };
  const ask = async (query: string, ip: string) =>
    (
      await world.app.inject({
        url: `/api/public/animal/detail?${query}`,
        headers: { 'x-forwarded-for': ip, 'accept-language': 'zh-CN' },
        remoteAddress: '127.0.0.1',
      })
    ).json();

  it('R58: a photo is public only when it was set free, by a link that is signed and falls with it', async () => {
    const one = await oneOf(house);
    const fileId = await sentFile(world, worker, 'registry.animal');
    const body = { animalId: one.id, fileIds: [fileId], angle: 'whole', takenOn: ago(1) };
    const saved = await worker.post('pri/animal/photo/add', body);
    expect(saved.data, JSON.stringify(saved)).toEqual({ count: 1 });
    expect((await ask(`tag=${one.tag}`, '10.78.0.1')).data.photoUrl).toBeNull();
    const [photo] = (await worker.get(`pri/animal/info/${one.id}/photos`)).data;
    expect(photo).toMatchObject({ angle: 'whole', isPublic: false, canEdit: true });
    await worker.post('pri/animal/photo/show', { id: photo.id, isPublic: true });
    const url = (await ask(`tag=${one.tag}`, '10.78.0.1')).data.photoUrl as string;
    expect(url).toContain(one.uid);
    const picture = await world.app.inject({ url });
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toContain('image/');
    expect((await world.app.inject({ url: url.replace(/sig=./, 'sig=_') })).statusCode).toBe(403);
    await worker.post('pri/animal/photo/show', { id: photo.id, isPublic: false });
    expect((await world.app.inject({ url })).statusCode).toBe(403);
    const stranger = await world.as('ins1');
    expect((await stranger.get(`pri/animal/info/${one.id}/photos`)).data).toEqual([]);
    expect((await worker.post('pri/animal/photo/remove', { id: photo.id })).code).toBe(200);
  });

  it('R60: after ten unknown codes the visitor shows that somebody is there, and begins anew', async () => {
    const ip = '10.78.0.9';
    const one = await oneOf(house);
    for (let at = 0; at < 10; at += 1) expect((await ask(`tag=21505029999900${at}`, ip)).code).toBe(404);
    expect(await ask(`tag=${one.tag}`, ip)).toMatchObject({ bizCode: 'needCaptcha' });
    const drawn = (await world.app.inject({ url: '/api/sys/auth/captcha' })).json().data;
    const wrong = await ask(`tag=${one.tag}&captchaId=${drawn.captchaId}&captchaCode=999`, ip);
    expect(wrong).toMatchObject({ bizCode: 'needCaptcha', msg: '验证码不正确，请重试' });
    // A browser that works, or somebody who reads the picture.
    const { challenge, work } = (await proofOf(world, '', { work: 1 })) as { challenge: string; work: string };
    const bare = await ask(`tag=${one.tag}&captchaId=${challenge}&captchaCode=`, ip);
    expect(bare).toMatchObject({ bizCode: 'needCaptcha' });
    const shown = `captchaId=${challenge}&work=${encodeURIComponent(work)}`;
    expect((await ask(`tag=${one.tag}&${shown}`, ip)).data.tagNo).toBe(one.tag);
    for (let at = 0; at < 10; at += 1) await ask(`tag=21505029999900${at}`, ip);
    expect(await ask(`tag=${one.tag}&${shown}`, ip)).toMatchObject({ bizCode: 'needCaptcha' });
    const { captchaId, captchaCode } = await solvedCaptcha(world);
    expect((await ask(`tag=${one.tag}&captchaId=${captchaId}&captchaCode=${captchaCode}`, ip)).data.tagNo).toBe(
      one.tag,
    );
    expect((await ask(`tag=${one.tag}`, ip)).data.tagNo).toBe(one.tag);
  });

  it('setOwner: property apart from who keeps it; the owner sees the animal while it is theirs', async () => {
    const one = await oneOf(house);
    const owner = await world.as('farm1');
    expect((await owner.get(`pri/animal/info/${one.id}`)).code).toBe(404);
    await inTenant((tx) => setOwner(tx, [one.id], farm, 'test.entrust:1'));
    expect((await owner.get(`pri/animal/info/${one.id}`)).data).toMatchObject({ id: one.id, ownerId: farm });
    await inTenant((tx) => setOwner(tx, [one.id], null, 'test.entrust:1'));
    expect((await owner.get(`pri/animal/info/${one.id}`)).code).toBe(404);
    const [row] = await world.sql('select owner_id::int as owner from registry.animal where id = $1', [one.id]);
    expect(row.owner).toBe(house);
  });

  it('registerExtract: a proved ground reads the herd of a day past the row rules, and eight facts of it', async () => {
    const bank = await world.sql<{ id: number }>("select id::int from platform.sys_user where username = 'bank1'");
    const narrow = { ...systemScope(1505, 'test'), userId: bank[0]?.id ?? null };
    const rows = await world.database.transaction(narrow, (tx) =>
      registerExtract(tx, { ground: 'bank.consent:1', principalIds: [house], day: ago(0) }),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] as object)).toEqual([
      'tag',
      'species',
      'breed',
      'sex',
      'stage',
      'ageMonths',
      'holderName',
      'village',
    ]);
    expect(await inTenant((tx) => registerExtract(tx, { ground: ' ', principalIds: [house], day: ago(0) }))).toEqual(
      [],
    );
    expect(
      await inTenant((tx) => registerExtract(tx, { ground: 'x', regionCode: 150521000000, day: '1990-01-01' })),
    ).toEqual([]);
  });

  it('R46: a handover that waits for seven days reminds the receiver once', async () => {
    const [waiting] = await world.sql<{ id: number; to: number }>(
      `update registry.animal_change set created_at = now() - interval '8 days', reminded_at = null
       where id = (select id from registry.animal_change where status = 'submitted' and change_type = 'handover' and tenant_no = 1505 limit 1) returning id::int, to_principal_id::int as to`,
    );
    expect(waiting).toBeDefined();
    const told = async () =>
      (
        await world.sql('select count(*)::int as n from platform.sys_notice where link_path = $1', [
          `/pri/animal/change?id=${waiting?.id}`,
        ])
      )[0].n;
    const before = await told();
    expect(await inTenant(remindWaiting)).toBeGreaterThanOrEqual(1);
    expect(await told()).toBe(before + 1);
    expect(await inTenant(remindWaiting)).toBe(0);
  });
});

describe('the farm archive', () => {
  it('acceptance 21: nine parts in the order of the law; the production record closes with the stock of the last day', async () => {
    const keeper = await world.as('farm1');
    const path = `pri/mainFile/${farm}/print?from=${ago(364)}&to=${ago(0)}`;
    const { data, ...answer } = await keeper.get(path);
    expect(answer.code, JSON.stringify(answer)).toBe(200);
    expect(data.parts.map((one: { key: string }) => one.key)).toEqual(
      'sitePlan programme production inputs disinfection immunisation treatment monitoring disposal'.split(' '),
    );
    const [stock] = await world.sql(
      "select count(*)::int as n from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null",
      [farm],
    );
    expect(stock.n).toBeGreaterThan(0);
    const production = data.parts[2];
    const last = production.rows.at(-1) as string[];
    expect(Number(last[production.columns.indexOf('closing')])).toBe(stock.n);
    const treated: string[][] = data.parts[6].rows;
    expect(treated.length).toBeGreaterThan(0);
    expect(treated.every(([on = '']) => on >= ago(364) && on <= ago(0))).toBe(true);
    registerArchivePart('treatment', 'test', async () => [[ago(2), '9', '01-01']]);
    const again = (await keeper.get(path)).data.parts[6];
    const added = [ago(2), '9', '01-01', '', '', '', '', '', '', ''];
    expect(again.rows.toSorted()).toEqual([...treated, added].toSorted());
    expect((await keeper.get(`pri/mainFile/${farm}/print?from=2020-01-01&to=${ago(0)}`)).code).toBe(422);
    expect((await keeper.get(`pri/mainFile/${house}/print?from=${ago(10)}&to=${ago(0)}`)).code).toBe(404);
    const tabs = (await keeper.get(`pri/mainFile/${farm}/tabs`)).data;
    expect(tabs).toContainEqual({ key: 'animals', count: stock.n });
  });
});

describe('roles of section 8', () => {
  const unit = (more: object = {}) => ({
    principalUnitType: 'clinic',
    principalUnitName: `新设机构${++serial}`,
    principalLevel: 5,
    regionCode: 150521101000,
    contactName: '何人',
    contactPhone: `1397${String(++serial).padStart(7, '0')}`,
    creditCode: newCreditCode(),
    ignoreSimilar: true,
    ...more,
  });

  it('R3: the tenant’s administrator adds organisations in the whole area and no holder; a farm adds below itself in its own county', async () => {
    const admin = await world.as('tl_admin');
    const added = await admin.post('pri/principal/info/add', unit());
    expect(added.code, JSON.stringify(added)).toBe(200);
    const [row] = await world.sql('select parent_id::int as parent from registry.principal where id = $1', [
      added.data.id,
    ]);
    expect(row.parent).toBe(await principalOf('tl_admin'));
    const logged = await world.sql(
      "select 1 from kit.oper_log where entity_id = $1 and action = 'add' and result = 'ok'",
      [added.data.id],
    );
    expect(logged).toHaveLength(1);
    const holder = unit({ principalUnitType: 'farm', regionCode: 150521101200, speciesKept: ['cattle'] });
    expect((await admin.post('pri/principal/info/add', holder)).bizCode).toBe('holderElsewhere');
    expect(await admin.post('pri/principal/info/add', unit({ regionCode: 150402000000 }))).toMatchObject({
      bizCode: 'regionOutside',
    });
    const keeper = await world.as('farm1');
    expect((await keeper.post('pri/principal/info/add', unit({ parentId: house }))).bizCode).toBe('notSubordinate');
    expect((await keeper.post('pri/principal/info/add', unit({ regionCode: 150522000000 }))).bizCode).toBe(
      'regionOutside',
    );
    expect((await keeper.post('pri/principal/info/add', unit())).code).toBe(200);
  });

  it('acceptance 17: a party that may list animals gets those it is a party to and no others', async () => {
    await grant(world, 'ins1', 'pri:animal:list');
    const insurer = world.person(await openSession(world, 'ins1'));
    const company = await principalOf('ins1');
    const [some] = await world.sql<{ ids: number[] }>(
      "select array_agg(id::int) as ids from (select id from registry.animal where tenant_no = 1505 and status = 'inStock' order by id limit 3) a",
    );
    await inTenant((tx) => setParty(tx, some?.ids ?? [], company, 'insurer', true, 'test.policy:1'));
    const { data, total } = await insurer.get('pri/animal/info/list?pageSize=200');
    const [mine] = await world.sql(
      `select count(distinct p.animal_id)::int as n from registry.animal_party p join registry.animal a on a.id = p.animal_id where p.party_id = $1 and p.to_on is null and a.voided_at is null`,
      [company],
    );
    expect(total ?? data.length).toBe(mine.n);
    expect(mine.n).toBeGreaterThan(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registryNightly } from '#modules/registry/server/common/nightly.ts';
import {
  onEntry,
  onPrincipalMerged,
  onTagReplaced,
  recordHerdCount,
  saveStaff,
  setFlag,
  writeEvent,
} from '#modules/registry/server/index.ts';
import { renewDifferences } from '#modules/registry/server/quality/quality-difference.ts';

/** The same thing twice: how it is found, who makes one of two, and what becomes of what hung on them. */
let world: World;
let worker: Person;
let manager: Person;
let region: Person;
let village: number;
let serial = 0;

const idCards = ['150521198001010015'];
const ago = (days: number) => new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const phone = () => `1390000${String(++serial).padStart(4, '0')}`;
const card = () => {
  serial += 1;
  const body = `15052119${String(600101 + (serial % 28)).padStart(6, '0')}${String(100 + serial).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return body + '10X98765432'[sum % 11];
};
const tag = () => `2150521${String(8_000_000 + ++serial).padStart(8, '0')}`;
const inside = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

async function household(more: object = {}, by = worker): Promise<number> {
  const answer = await by.post('pri/principal/info/add', {
    principalUnitType: 'household',
    principalUnitName: `重复户${++serial}`,
    principalLevel: 5,
    regionCode: village,
    address: null,
    location: null,
    parentId: null,
    contactName: '包山',
    contactPhone: phone(),
    contactIdCard: card(),
    bankName: null,
    bankAccountNo: null,
    bankAccountName: null,
    creditCode: null,
    farmCode: null,
    speciesKept: ['cattle'],
    scale: null,
    householdMark: null,
    ignoreSimilar: true,
    remark: null,
    ...more,
  });
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data.id;
}
async function calves(principalId: number, animals: object[], more: object = {}): Promise<number[]> {
  const tags = animals.map(() => tag());
  const answer = await worker.post('pri/animal/entry/register', {
    entryKind: 'born',
    principalId,
    wornOn: ago(10),
    animals: animals.map((one, at) => ({
      tag: tags[at],
      species: 'cattle',
      breed: 'simmental',
      sex: 'female',
      birthDate: ago(20),
      ...one,
    })),
    ...more,
  });
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  const rows = await world.sql<{ id: number; tag: string }>(
    'select id::int, ear_tag as tag from registry.animal where ear_tag = any ($1)',
    [tags],
  );
  return tags.map((one) => rows.find((row) => row.tag === one)?.id as number);
}
const pairOf = async (kind: string, a: number, b: number) =>
  (
    await world.sql(
      'select status, score::int, reasons, region_code::float8 as region from registry.duplicate_candidate where kind = $1 and left_id = $2 and right_id = $3',
      [kind, Math.min(a, b), Math.max(a, b)],
    )
  )[0];
const ask = (who: Person, kind: string, survivorId: number, loserId: number, fieldChoices: object = {}) =>
  who.post('pri/duplicate/request', { kind, survivorId, loserId, fieldChoices, reason: '同一户登记两次' });
const agree = (who: Person, kind: string, survivorId: number, loserId: number) =>
  who.post('pri/duplicate/approve', { kind, survivorId, loserId });

beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  // Births are told by hand here, not by the module that records them.
  onEntry.register('breeding', async () => {});
  worker = await world.as('kzzq_worker1');
  manager = await world.as('kzzq_mgr');
  region = await world.as('tl_region');
  [{ village }] = (await world.sql(
    `select p.region_code::float8 as village from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'house1'`,
  )) as [{ village: number }];
});
afterAll(() => world.close());

describe('finding', () => {
  it('R61: units of one name or phone in a village, and one person in two villages, with their scores', async () => {
    const name = `同名户${++serial}`;
    const number = phone();
    const [a, b] = [await household({ principalUnitName: name }), await household({ principalUnitName: name })];
    expect(await pairOf('principal', a, b)).toMatchObject({
      status: 'open',
      score: 80,
      reasons: ['sameName'],
      region: village,
    });
    const [c, d] = [await household({ contactPhone: number }), await household({ contactPhone: number })];
    expect(await pairOf('principal', c, d)).toMatchObject({ score: 70, reasons: ['samePhone'] });
    const [other] = await world.sql<{ code: number }>(
      `select code::float8 from platform.sys_region where level = 5 and status = 'active' and code / 1000 = $1 and code <> $2 order by code limit 1`,
      [Math.floor(village / 1000), village],
    );
    const identity = { contactIdCard: idCards[0] };
    const e = await household(identity);
    const station = await world.as('kzzq_station');
    const f = await household({ ...identity, regionCode: other?.code }, station);
    const found = await pairOf('principal', e, f);
    // Held by the township that holds both villages: no village hears of the other.
    expect(found).toMatchObject({ score: 60, reasons: ['sameIdCard'], region: Math.floor(village / 1000) * 1000 });
    const seen = await worker.get('pri/duplicate/list?kind=principal&pageSize=100');
    expect(seen.data.map((one: { leftId: number }) => one.leftId)).toContain(Math.min(a, b));
  });

  it('R61: persons of one name and phone; animals born twice, or registered anew after a lost tag', async () => {
    const unit = await household();
    const twin = { principalId: unit, name: '白云', phone: phone(), hiredOn: '2026-01-01', status: 'active' as const };
    const staff = await inside(async (tx) => [
      await saveStaff(tx, { ...twin, job: 'clerk' }),
      await saveStaff(tx, { ...twin, job: 'vet' }),
    ]);
    const people = await world.sql<{ id: number }>(
      'select distinct person_id::int as id from registry.staff where id = any ($1)',
      [staff],
    );
    expect(await pairOf('person', people[0]?.id ?? 0, people[1]?.id ?? 0)).toMatchObject({ score: 80 });

    const mother = tag();
    await worker.post('pri/animal/entry/register', {
      entryKind: 'backlog',
      principalId: unit,
      wornOn: ago(900),
      animals: [{ tag: mother, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: ago(1500) }],
    });
    const [first] = await calves(unit, [{ motherTag: mother }]);
    const [second] = await calves(unit, [{ motherTag: mother, birthDate: ago(19) }]);
    expect(await pairOf('animal', first ?? 0, second ?? 0)).toMatchObject({ score: 75, reasons: ['sameBirth'] });
    // The mother's record says one calf: more were registered than born.
    const [cow] = await world.sql<{ id: number; region: number }>(
      'select id::int, region_code::float8 as region from registry.animal where ear_tag = $1',
      [mother],
    );
    const calved = {
      animalId: cow?.id ?? 0,
      kind: 'calved',
      happenedOn: ago(20),
      principalId: unit,
      regionCode: cow?.region ?? 0,
    };
    const source = { entity: 'breeding.calving', id: 1, docNo: 'BC1' };
    await inside((tx) => writeEvent(tx, { ...calved, source, summary: { total: 1 } }));
    expect(await pairOf('animal', first ?? 0, second ?? 0)).toMatchObject({ score: 75 });
    await registryNightly(world.database);
    expect(await pairOf('animal', first ?? 0, second ?? 0)).toMatchObject({
      score: 85,
      reasons: ['moreCalves', 'sameBirth'],
    });

    const [old] = await calves(unit, [{ birthDate: ago(400), breed: 'angus' }], { wornOn: ago(380) });
    const replaced = await worker.post('pri/animal/tagReplace/submit', {
      animalId: old,
      tagKind: 'ear',
      newTag: tag(),
      reason: 'lost',
      replacedOn: ago(12),
    });
    expect(replaced.code, JSON.stringify(replaced)).toBe(200);
    const [anew] = await calves(unit, [{ birthDate: ago(390), breed: 'angus' }], { entryKind: 'backlog' });
    expect(await pairOf('animal', old ?? 0, anew ?? 0)).toMatchObject({ score: 70, reasons: ['lostTag'] });
  });

  it('R61: the night looks at what changed since the last, and finds what came past the forms', async () => {
    await registryNightly(world.database);
    const [a, b] = [await household(), await household()];
    await world.sql(
      `update registry.principal set principal_unit_name = '夜里同名', updated_at = now() where id = any ($1)`,
      [[a, b]],
    );
    expect(await pairOf('principal', a, b)).toBeUndefined();
    await registryNightly(world.database);
    expect(await pairOf('principal', a, b)).toMatchObject({ score: 80 });
  });

  it('R65: what is no duplicate stays closed, until a field it rests on changes', async () => {
    const name = `不重复${++serial}`;
    const [a, b] = [await household({ principalUnitName: name }), await household({ principalUnitName: name })];
    const dismissed = await worker.post('pri/duplicate/dismiss', {
      kind: 'principal',
      survivorId: a,
      loserId: b,
      reason: '父子两户',
    });
    expect(dismissed.code, dismissed.msg).toBe(200);
    const edit = async (id: number, more: object) => {
      const { data } = await worker.get(`pri/principal/info/${id}`);
      const form = [
        'principalUnitName',
        'principalLevel',
        'regionCode',
        'address',
        'location',
        'parentId',
        'contactName',
        'contactPhone',
        'contactIdCard',
        'bankName',
        'bankAccountNo',
        'bankAccountName',
        'creditCode',
        'farmCode',
        'speciesKept',
        'scale',
        'householdMark',
        'ignoreSimilar',
        'remark',
      ];
      const body = Object.fromEntries(form.map((one) => [one, data[one] ?? null]));
      const saved = await worker.post('pri/principal/info/edit', { ...body, id, version: data.version, ...more });
      expect(saved.code, JSON.stringify(saved)).toBe(200);
    };
    await edit(a, { address: '村东头' });
    expect(await pairOf('principal', a, b)).toMatchObject({ status: 'notDuplicate' });
    await edit(a, { principalUnitName: `${name}新` });
    await edit(b, { principalUnitName: `${name}新` });
    expect(await pairOf('principal', a, b)).toMatchObject({ status: 'open' });
    await edit(b, { principalUnitName: `${name}旧` });
    expect(await pairOf('principal', a, b)).toBeUndefined();
  });
});

describe('merging', () => {
  it('R62, R63, acceptance 16: one asks, another agrees; animals, pens and staff follow, the loser leads to the survivor, old documents stay', async () => {
    const name = `合并户${++serial}`;
    const [stays, goes] = [
      await household({ principalUnitName: name }),
      await household({ principalUnitName: name, address: '村西头' }),
    ];
    const [{ entry }] = (await (async () => {
      const ids = await calves(goes, [{}, { sex: 'male' }]);
      return world.sql('select entry_id::int as entry from registry.animal where id = $1', [ids[0]]);
    })()) as [{ entry: number }];
    await calves(stays, [{}]);
    const staffId = await inside((tx) =>
      saveStaff(tx, {
        principalId: goes,
        name: '伙计',
        phone: phone(),
        job: 'clerk',
        hiredOn: '2026-01-01',
        status: 'active',
      }),
    );
    const count = (principalId: number, stage: string, head: number) =>
      inside((tx) =>
        recordHerdCount(tx, {
          principalId,
          species: 'cattle',
          stage,
          head,
          onDate: ago(3),
          source: 'census',
          sourceId: 1,
        }),
      );
    await count(stays, 'cow', 8);
    await count(goes, 'cow', 9);
    await count(goes, 'bull', 2);
    const told: unknown[] = [];
    onPrincipalMerged.register('test', async (_tx, news) => void told.push(news));

    const asked = await ask(worker, 'principal', stays, goes, { address: 'loser', regionCode: 'loser' });
    expect(asked.code, JSON.stringify(asked)).toBe(200);
    expect((await agree(worker, 'principal', stays, goes)).code).toBe(403);
    expect(await ask(manager, 'principal', stays, goes)).toMatchObject({ bizCode: 'mergeRequested' });
    expect(await agree(manager, 'principal', goes, stays)).toMatchObject({ bizCode: 'mergeChanged' });
    const shown = await manager.get(`pri/duplicate/compare?kind=principal&leftId=${stays}&rightId=${goes}`);
    expect(shown.data.request).toMatchObject({ survivorId: stays, fieldChoices: { address: 'loser' }, isOwn: false });
    expect(shown.data.right.counts).toMatchObject({ animals: 2, pens: 1, staff: 1 });
    const before = await inside((tx) => renewDifferences(tx, ago(0)));
    const done = await agree(manager, 'principal', stays, goes);
    expect(done.data, JSON.stringify(done)).toMatchObject({
      survivorId: stays,
      movedCounts: { animals: 2, pens: 1, hovels: 1, staff: 1, herdCounts: 1 },
    });
    expect(told).toEqual([{ loserId: goes, survivorId: stays }]);
    const counted = await world.sql('select stage, head from registry.herd_count where principal_id = $1 order by 1', [
      stays,
    ]);
    expect(counted).toEqual([
      { stage: 'bull', head: 2 },
      { stage: 'cow', head: 8 },
    ]);

    const heads = await worker.get(`pri/principal/info/${stays}`);
    expect(heads.data).toMatchObject({ cattleHead: 3, address: '村西头', status: 'active' });
    const loser = await worker.get(`pri/principal/info/${goes}`);
    expect(loser.data).toMatchObject({ status: 'merged', mergedIntoId: stays, cattleHead: 0 });
    expect(loser.data._can).not.toContain('edit');
    expect((await world.sql('select principal_id::int as id from registry.staff where id = $1', [staffId]))[0].id).toBe(
      stays,
    );
    const numbers = await world.sql('select hovel_no as no from registry.hovel where principal_id = $1 order by 1', [
      stays,
    ]);
    expect(numbers.map((one) => one.no)).toEqual(['01', '02']);
    // The book of each closes on what stands in it; the survivor's reads both.
    expect(await inside((tx) => renewDifferences(tx, ago(0)))).toEqual(before);
    const book = await manager.get(`pri/ledger/list?principalId=${stays}&from=${ago(30)}&to=${ago(0)}&by=day`);
    expect(book.data.closing).toBe(book.data.counted);
    expect((await worker.get(`pri/animal/entry/${entry}`)).data.principalId).toBe(goes);
    expect(
      (await worker.get(`pri/animal/entry/list?principalId=${stays}`)).data.map((one: { id: number }) => one.id),
    ).toContain(entry);
    const { data: past } = await manager.get('pri/duplicate/log/list?kind=principal');
    expect(past[0]).toMatchObject({ survivorId: stays, loserId: goes, status: 'merged' });
  });

  it('R62, acceptance 16: nobody agrees to their own request, whatever they may do; what was turned down is no duplicate', async () => {
    const name = `自批户${++serial}`;
    const [a, b] = [await household({ principalUnitName: name }), await household({ principalUnitName: name })];
    expect((await ask(manager, 'principal', a, b)).code).toBe(200);
    expect(await agree(manager, 'principal', a, b)).toMatchObject({
      code: 500,
      bizCode: 'samePerson',
      msg: '不能由同一人办理',
    });
    expect(await worker.post('pri/duplicate/dismiss', { kind: 'principal', survivorId: a, loserId: b })).toMatchObject({
      bizCode: 'mergeRequested',
    });
    expect((await region.post('pri/duplicate/dismiss', { kind: 'principal', survivorId: a, loserId: b })).code).toBe(
      200,
    );
    expect(await pairOf('principal', a, b)).toMatchObject({ status: 'notDuplicate' });
    expect(await agree(region, 'principal', a, b)).toMatchObject({ bizCode: 'mergeNotRequested' });
  });

  it('R63: persons become one; the job both records had is one row with all duties', async () => {
    const unit = await household();
    const same = {
      principalId: unit,
      name: '青山',
      phone: phone(),
      job: 'clerk',
      hiredOn: '2026-01-01',
      status: 'active' as const,
    };
    const [first, second] = await inside(async (tx) => [await saveStaff(tx, same), await saveStaff(tx, same)]);
    const who = async (id: number | undefined) =>
      (await world.sql<{ id: number }>('select person_id::int as id from registry.staff where id = $1', [id]))[0]?.id ??
      0;
    const [a, b] = [await who(first), await who(second)];
    expect((await ask(worker, 'person', a, b)).code).toBe(200);
    const done = await agree(manager, 'person', a, b);
    expect(done.code, JSON.stringify(done)).toBe(200);
    const rows = await world.sql(
      'select id::int, status, person_id::int as person from registry.staff where id = any ($1) order by id',
      [[first, second]],
    );
    expect(rows).toEqual([
      { id: first, status: 'active', person: a },
      { id: second, status: 'left', person: b },
    ]);
    expect(
      (await world.sql('select status, merged_into_id::int as into from registry.person where id = $1', [b]))[0],
    ).toEqual({ status: 'merged', into: a });
  });

  it('R64: of two animals one leaves as voided; its number finds the other, whose life line shows both', async () => {
    const unit = await household();
    const [a, b] = (await calves(unit, [{}, { coatColor: '黄' }])) as [number, number];
    const [other] = await calves(await household(), [{}]);
    expect(await ask(worker, 'animal', a, other ?? 0)).toMatchObject({ bizCode: 'mergeDiffer' });
    await inside((tx) => setFlag(tx, [a, b], 'insured', true, 'test'));
    expect(await ask(worker, 'animal', a, b)).toMatchObject({
      bizCode: 'mergeFlags',
      msg: '两条记录均已投保或抵押，不能合并',
    });
    await inside((tx) => setFlag(tx, [a], 'insured', false, 'test'));
    const told: { mergedFromId?: number; reason: string }[] = [];
    onTagReplaced.register('test', async (_tx, news) => void told.push(news));
    expect((await ask(worker, 'animal', a, b, { coatColor: 'loser' })).code).toBe(200);
    const done = await agree(manager, 'animal', a, b);
    expect(done.code, JSON.stringify(done)).toBe(200);
    const [numbers] = await world.sql(
      'select (select ear_tag from registry.animal where id = $1) as kept, (select ear_tag from registry.animal where id = $2) as gone',
      [a, b],
    );
    expect(told).toMatchObject([
      { animalId: a, oldTag: numbers.gone, newTag: numbers.kept, reason: 'merged', mergedFromId: b },
    ]);
    expect(
      (await worker.get(`pri/animal/info/byTag?tag=${numbers.gone}`)).data.map((one: { id: number }) => one.id),
    ).toEqual([a]);
    expect((await worker.get(`pri/animal/info/${a}`)).data).toMatchObject({ coatColor: '黄', insured: true });
    const lost = (await worker.get(`pri/animal/info/${b}`)).data;
    expect(lost).toMatchObject({ mergedIntoId: a, insured: false });
    expect(lost._can).not.toContain('edit');
    const line = (await worker.get(`pri/animal/info/${a}/line`)).data as {
      kind: string;
      merged: boolean;
      summary: { tag?: string };
    }[];
    expect(line[0]).toMatchObject({ kind: 'merged', merged: false, summary: { tag: numbers.gone } });
    expect(
      line
        .filter((one) => one.merged)
        .map((one) => one.kind)
        .sort(),
    ).toEqual(['born', 'registered', 'tagWorn']);
    expect((await worker.get(`pri/animal/info/${a}/verify`)).data).toMatchObject({ ok: true, count: 4 });
    const book = await manager.get(`pri/ledger/list?principalId=${unit}&from=${ago(30)}&to=${ago(0)}`);
    expect([book.data.closing, book.data.counted]).toEqual([1, 1]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { ago, newHeifer, submitChange, unitOf } from '#modules/registry/testing/fixtures.ts';

/** Papers that were overtaken, places and units that are not the caller's to name, and books that must close. */
let world: World;
let worker: Person;
let manager: Person;
let house: number;
let coop: number;
let farm: number;
let serial = 92_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const heifer = (holder = house) => newHeifer(world, { tag: tag(), holder, wornOn: ago(20) });
const move = async (who: Person, id: number, name: string, form: object = {}) => {
  const { data } = await who.get(`pri/animal/change/${id}`);
  return who.post('pri/animal/change/transition', { id, version: data.version, name, form, remark: '更正' });
};
const stateOf = async (id: number) =>
  (
    await world.sql(
      'select principal_id::int as holder, owner_id::int as owner, status, pen_id::int as pen, stage, pending_change_id::int as waits from registry.animal where id = $1',
      [id],
    )
  )[0];
let pens = 0;
const penFor = async (holder: number): Promise<number> => {
  const [row] = await world.sql<{ id: number }>(
    `with h as (insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
       select tenant_no, region_code, id, $2, $2, 'cowHouse', 10 from registry.principal where id = $1 returning *)
     insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity) select tenant_no, region_code, principal_id, id, '01', 10 from h returning id::int`,
    [holder, `p${++pens}`],
  );
  return row?.id as number;
};
const bookOf = async (holder: number, stage: string) =>
  (
    await world.sql(
      `select coalesce(sum(born + bought + transfer_in + stage_in + recovered - transfer_out - sold - slaughtered - died - culled - missing - voided - stage_out), 0)::int as n
       from registry.holder_stock_day where principal_id = $1 and stage = $2 and species = 'cattle'`,
      [holder, stage],
    )
  )[0].n as number;
const field = (answer: { errors?: { field: string }[] }) => answer.errors?.[0]?.field;

beforeAll(async () => {
  world = await openWorld();
  worker = await world.as('kzzq_worker1');
  manager = await world.as('kzzq_mgr');
  house = await unitOf(world, 'house1');
  coop = await unitOf(world, 'coop1');
  farm = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

it('R46: a household finds its neighbours by name, says whom it means, and both sides see what is under way', async () => {
  const giver = await world.as('house1');
  const [near] = await world.sql<{ id: number; name: string; tail: string }>(
    `select n.id::int, n.principal_unit_name as name, right(n.contact_phone_mask, 4) as tail from registry.principal n join registry.principal o
       on o.id = $1 and n.region_code = o.region_code and n.id <> o.id where n.principal_unit_type = 'household' and n.status = 'active' limit 1`,
    [house],
  );
  const found = await giver.get(`pri/animal/change/receiver?keyword=${encodeURIComponent(near?.name ?? '')}`);
  expect(found.data).toContainEqual(
    expect.objectContaining({ id: near?.id, name: near?.name, masked: false, phoneTail: near?.tail }),
  );
  expect(found.data.map((one: { id: number }) => one.id)).not.toContain(house);
  const id = await heifer();
  const sent = await submitChange(giver, [id], 'handover', { toPrincipalId: coop, purpose: 'fatten' });
  const paper = (await giver.get(`pri/animal/change/${sent.data.id}`)).data;
  expect(paper.acceptUntil).toBe(ago(-15));
  const receiver = await world.as('coop1');
  const seen = (await receiver.get(`pri/animal/change/${sent.data.id}`)).data;
  const [own] = await world.sql('select principal_unit_name as name from registry.principal where id = $1', [house]);
  expect(seen).toMatchObject({ fromName: own.name, earTags: expect.stringMatching(/^\d{15}$/) });
  const [task] = await world.sql(
    `select * from platform.sys_task where entity = 'registry.animalChange' and entity_id = $1`,
    [sent.data.id],
  );
  expect(JSON.stringify(task)).toContain(own.name);
  expect((await move(giver, sent.data.id, 'cancel')).data).toMatchObject({ status: 'cancelled' });
});

describe('a paper that was overtaken', () => {
  it('R45, R51: a handover is not revoked while the next one waits', async () => {
    const id = await heifer();
    const head = await world.as('house1');
    const first = (await submitChange(head, [id], 'handover', { toPrincipalId: coop, purpose: 'fatten' })).data
      .id as number;
    const receiver = await world.as('coop1');
    expect((await move(receiver, first, 'accept')).data).toMatchObject({ status: 'done' });
    const next = await submitChange(receiver, [id], 'handover', { toPrincipalId: farm, purpose: 'fatten' });
    expect(next.data, next.msg).toMatchObject({ status: 'submitted' });
    expect(await move(manager, first, 'revoke')).toMatchObject({ code: 500, bizCode: 'changePending' });
    expect(await stateOf(id)).toMatchObject({ holder: coop, waits: next.data.id });
    expect((await move(receiver, next.data.id, 'cancel')).data).toMatchObject({ status: 'cancelled' });
    expect((await move(manager, first, 'revoke')).data).toMatchObject({ status: 'revoked' });
    expect(await stateOf(id)).toMatchObject({ holder: house, owner: house, waits: null });
  });

  it('R46: nobody accepts animals that no longer wait for this paper or stand with another', async () => {
    const id = await heifer();
    const made = (
      await submitChange(await world.as('house1'), [id], 'handover', { toPrincipalId: coop, purpose: 'gift' })
    ).data.id as number;
    const receiver = await world.as('coop1');
    const put = (text: string) => world.sql(`update registry.animal set ${text} where id = $1`, [id]);
    await put('pending_change_id = null');
    expect(await move(receiver, made, 'accept')).toMatchObject({ code: 500, bizCode: 'changedSince' });
    await put(`pending_change_id = ${made}, principal_id = ${farm}`);
    expect(await move(receiver, made, 'accept')).toMatchObject({ code: 500, bizCode: 'changedSince' });
    await put(`principal_id = ${house}`);
    expect((await move(receiver, made, 'accept')).data).toMatchObject({ status: 'done' });
  });

  it('R54: a registration whose animal waits for a receiver is not voided', async () => {
    const id = await heifer();
    await submitChange(await world.as('house1'), [id], 'handover', { toPrincipalId: coop, purpose: 'gift' });
    const [entry] = await world.sql('select entry_id::int as id from registry.animal where id = $1', [id]);
    const refused = await manager.post('pri/animal/entry/transition', {
      id: entry.id,
      version: 0,
      name: 'void',
      remark: '重复',
    });
    expect(refused).toMatchObject({ code: 500, bizCode: 'changePending' });
  });
});

describe('places and units a paper names', () => {
  it('a pen is one of those who will keep the animals, and still stands', async () => {
    const id = await heifer();
    const [own, other] = [await penFor(house), await penFor(farm)];
    expect(field(await submitChange(worker, [id], 'penMove', { toPenId: other }))).toBe('toPenId');
    expect(field(await submitChange(worker, [id], 'penMove'))).toBe('toPenId');
    expect((await submitChange(worker, [id], 'penMove', { toPenId: own })).code).toBe(200);
    await submitChange(worker, [id], 'missing');
    expect(field(await submitChange(worker, [id], 'recover', { toPenId: other, remark: '-' }))).toBe('toPenId');
    await world.sql("update registry.pen set status = 'removed' where id = $1", [own]);
    expect(field(await submitChange(worker, [id], 'recover', { toPenId: own, remark: '-' }))).toBe('toPenId');
    const given = await heifer();
    const head = await world.as('house1');
    const hand = { toPrincipalId: coop, purpose: 'gift' };
    expect(field(await submitChange(head, [given], 'handover', { ...hand, toPenId: other }))).toBe('toPenId');
    const made = (await submitChange(head, [given], 'handover', hand)).data.id as number;
    const receiver = await world.as('coop1');
    const theirs = await penFor(coop);
    expect((await move(receiver, made, 'accept', { toPenId: other })).code).toBe(422);
    expect((await move(receiver, made, 'accept', { toPenId: theirs })).data).toMatchObject({ status: 'done' });
    expect(await stateOf(given)).toMatchObject({ holder: coop, pen: theirs });
    const lines = await world.sql(
      'select to_pen_id::int as pen from registry.animal_change_line where change_id = $1',
      [made],
    );
    expect(lines).toEqual([{ pen: theirs }]);
  });

  it('R49: a quarantined animal without a house does not come into one by a move', async () => {
    const id = await heifer();
    await inTongliao((tx) => setFlag(tx, [id], 'quarantined', true, 'test'));
    const refused = await submitChange(worker, [id], 'penMove', { toPenId: await penFor(house) });
    expect(refused).toMatchObject({ bizCode: 'quarantined' });
  });

  it('a handover goes to somebody, and to somebody else', async () => {
    const id = await heifer();
    for (const toPrincipalId of [undefined, house])
      expect(field(await submitChange(worker, [id], 'handover', { toPrincipalId, purpose: 'gift' }))).toBe(
        'toPrincipalId',
      );
  });

  it('the owner of registered animals is a unit at work that the caller sees', async () => {
    const [foreign] = await world.sql<{ id: number }>(
      `select id::int from registry.principal where tenant_no = 1505 and region_code / 1000000 <> 150521 and principal_unit_type = 'household' and status = 'active' limit 1`,
    );
    const register = (ownerId: number) =>
      worker.post('pri/animal/entry/register', {
        entryKind: 'backlog',
        principalId: house,
        ownerId,
        wornOn: ago(5),
        animals: [{ tag: tag(), species: 'cattle', breed: 'simmental', sex: 'male', birthDate: ago(400) }],
      });
    expect(field(await register(foreign?.id as number))).toBe('ownerId');
    expect((await register(house)).code).toBe(200);
  });
});

describe('the way back', () => {
  it('R51: a recovery is not revoked, and books one head once', async () => {
    const id = await heifer();
    const before = await bookOf(house, 'heifer');
    await submitChange(worker, [id], 'missing');
    const made = await submitChange(worker, [id], 'recover', { remark: '找到' });
    expect(made.data, made.msg).toMatchObject({ status: 'done' });
    expect((await move(manager, made.data.id, 'revoke')).code).not.toBe(200);
    expect(await stateOf(id)).toMatchObject({ status: 'inStock', holder: house });
    expect(await bookOf(house, 'heifer')).toBe(before);
  });

  it('R63: who comes back comes to the survivor of a merge, and to nobody who closed', async () => {
    const [gone] = await world.sql<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, species_kept, status,
         contact_phone_enc, contact_phone_hash, contact_phone_mask)
       select tenant_no, region_code, '并入户', 'household', 5, '户主', array['cattle'], 'active', 'x', md5('merged away'), '138****0000'
       from registry.principal where id = $1 returning id::int`,
      [house],
    );
    const holder = gone?.id as number;
    const [back, dead] = [await heifer(holder), await heifer(holder)];
    await submitChange(worker, [back], 'missing');
    const death = (await submitChange(worker, [dead], 'death', { cause: 'disease' })).data.id as number;
    const put = (text: string) => world.sql(`update registry.principal set ${text} where id = $1`, [holder]);
    await put("status = 'closed'");
    expect(await submitChange(worker, [back], 'recover', { remark: '-' })).toMatchObject({
      bizCode: 'principalStopped',
    });
    expect(await move(manager, death, 'revoke')).toMatchObject({ bizCode: 'principalStopped' });
    await put(`status = 'merged', merged_into_id = ${house}`);
    const before = await bookOf(house, 'heifer');
    expect((await submitChange(worker, [back], 'recover', { remark: '-' })).code).toBe(200);
    expect((await move(manager, death, 'revoke')).data).toMatchObject({ status: 'revoked' });
    for (const id of [back, dead])
      expect(await stateOf(id)).toMatchObject({ status: 'inStock', holder: house, owner: house });
    expect(await bookOf(house, 'heifer')).toBe(before + 2);
    expect(await bookOf(holder, 'heifer')).toBe(0);
  });

  it('R43: a corrected sex moves the head from one line of the book to the other', async () => {
    const id = await heifer();
    const before = [await bookOf(house, 'heifer'), await bookOf(house, 'bull')] as const;
    const { data } = await worker.get(`pri/animal/info/${id}`);
    const { breed, birthDate, coatColor, motherTag, fatherCode, remark, version } = data;
    const form = { id, version, breed, sex: 'male', birthDate, coatColor, motherTag, fatherCode, remark };
    expect((await worker.post('pri/animal/info/edit', form)).code).toBe(200);
    expect((await stateOf(id))?.stage).toBe('bull');
    expect([await bookOf(house, 'heifer'), await bookOf(house, 'bull')]).toEqual([before[0] - 1, before[1] + 1]);
  });
});

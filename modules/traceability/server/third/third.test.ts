import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, declaration, fitAnimals, unique, unitOf } from '#modules/traceability/testing/fixtures.ts';

let world: World;
let farm: Person;
let vet: Person;
beforeAll(async () => {
  world = await openWorld();
  [farm, vet] = (await Promise.all(['farm1', 'qvet1'].map((name) => world.as(name)))) as [Person, Person];
});
afterAll(() => world.close());

/** A partner's machine that speaks for a unit, with the token it got for its signature. */
async function partnerOf(principalId: number, scopes: string[]): Promise<Person> {
  const guard = await world.as('tl_sec');
  const added = await guard.post('sys/thirdClient/add', {
    clientName: `对接${unique()}`,
    principalId,
    scopes,
    ipAllow: null,
    ratePerMinute: 200,
    validUntil: '2030-01-01',
    remark: null,
  });
  expect(added.code, JSON.stringify(added)).toBe(200);
  const { clientId, secret } = (await guard.post('sys/thirdClient/newSecret', added.data)).data;
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(8).toString('hex');
  const sign = createHmac('sha256', secret).update(`${clientId}${timestamp}${nonce}`).digest('hex');
  const { data } = await world.person('').post('sys/third/token', { clientId, timestamp, nonce, sign });
  return world.person(`Bearer ${data.token}`);
}

const newTag = () => `2220122${randomInt(10_000_000, 29_999_999)}`;
const announce = async (tags: readonly string[], more: object = {}) =>
  farm.post('trace/third/add', {
    toPrincipalId: (await unitOf(world, 'farm1')).id,
    source: 'otherProvince',
    sender: '外省牧场',
    originRegionCode: null,
    certificateNo: unique(),
    certType: 'animalA',
    certFile: null,
    purpose: 'breed',
    expectedOn: day(0),
    isolationDays: null,
    animals: tags.map((tag) => ({
      outsideId: tag,
      chip: null,
      tag,
      species: 'cattle',
      breed: 'simmental',
      sex: 'female',
      birthDate: day(-500),
    })),
    remark: null,
    ...more,
  });
const move = async (id: number, name: string, form: object = {}) => {
  const [row] = await world.sql<{ version: number }>(
    'select version from traceability.third_party_batch where id = $1',
    [id],
  );
  return vet.post('trace/third/transition', { id, version: row?.version, name, form });
};
const arrive = (id: number, more: object = {}) =>
  move(id, 'arrive', { arrivedOn: day(0), absent: null, deadTags: null, ...more });
const animalOf = async (tag: string) =>
  (
    await world.sql<{ id: number; quarantined: boolean; status: string; principalId: number }>(
      `select id::int as id, quarantined, status, principal_id::int as "principalId" from registry.animal
       where ear_tag = $1 and voided_at is null`,
      [tag],
    )
  )[0];

describe('third-party animals', () => {
  test('R27 breeding stock of another province is quarantined until its day, then released', async () => {
    const tags = [newTag(), newTag(), newTag()];
    const saved = await announce(tags);
    expect(saved.code, saved.msg).toBe(200);
    const { id } = saved.data as { id: number };
    const came = await arrive(id, { absent: tags[2] });
    expect(came.code, `${came.msg} ${JSON.stringify(came.data)}`).toBe(200);
    const [row] = await world.sql<{ status: string; received: number; until: string }>(
      `select status, received, isolation_until::text as until from traceability.third_party_batch where id = $1`,
      [id],
    );
    expect(row).toEqual({ status: 'isolating', received: 2, until: day(30) });
    const first = await animalOf(tags[0] as string);
    expect(first).toMatchObject({ quarantined: true, status: 'inStock' });
    expect(await animalOf(tags[2] as string)).toBeUndefined();

    const form = await declaration(world, 'farm1', [{ id: first?.id ?? 0 }]);
    const declared = await farm.post('trace/quarantine/add', form);
    const refused = await farm.post('trace/quarantine/transition', { ...declared.data, name: 'submit' });
    expect(refused.data.conditions.map((one: { code: string }) => one.code)).toContain('flag');

    expect((await move(id, 'release', { checks: '健康' })).bizCode).toBe('isolating');
    await world.sql('update traceability.third_party_batch set isolation_until = current_date where id = $1', [id]);
    const done = await move(id, 'release', { checks: '健康' });
    expect(done.code, done.msg).toBe(200);
    expect(await animalOf(tags[0] as string)).toMatchObject({ quarantined: false });
  });

  test('R25 an animal that had left comes back to its own record', async () => {
    const [animal] = await fitAnimals(world, 'coop1', 1);
    await world.sql("update registry.animal set status = 'sold', exit_on = current_date - 5 where id = $1", [
      animal?.id,
    ]);
    const saved = await announce([animal?.tag ?? ''], { source: 'otherPrefecture', purpose: 'fatten' });
    const { id } = saved.data as { id: number };
    const came = await arrive(id);
    expect(came.code, `${came.msg} ${JSON.stringify(came.data)}`).toBe(200);
    const back = await animalOf(animal?.tag ?? '');
    expect(back).toMatchObject({ id: animal?.id, status: 'inStock', principalId: (await unitOf(world, 'farm1')).id });
  });

  test('R28 an animal from abroad gets its tag here at arrival, and its foreign number still finds it', async () => {
    const tag = newTag();
    const foreign = `AU${unique()}`;
    const saved = await announce([tag], {
      source: 'abroad',
      animals: [
        {
          outsideId: foreign,
          chip: null,
          tag,
          species: 'cattle',
          breed: 'simmental',
          sex: 'female',
          birthDate: day(-500),
        },
      ],
    });
    expect(saved.code, saved.msg).toBe(200);
    const { id } = saved.data as { id: number };
    const [line] = await world.sql<{ action: string }>(
      'select tag_action as action from traceability.third_party_batch_animal where parent_id = $1',
      [id],
    );
    expect(line?.action).toBe('retag');
    const came = await arrive(id);
    expect(came.code, came.msg).toBe(200);
    expect(await animalOf(tag)).toMatchObject({ status: 'inStock', quarantined: true });
    const { data } = await farm.get(`trace/third/list?keyword=${foreign}`);
    expect(data.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  test('R26 a certificate brings animals once', async () => {
    const certificateNo = unique();
    expect((await announce([newTag()], { certificateNo })).code).toBe(200);
    expect((await announce([newTag()], { certificateNo })).bizCode).toBe('certUsed');
  });

  test('R25 an animal that stands elsewhere in the tenant is not doubled', async () => {
    const [animal] = await fitAnimals(world, 'coop1', 1);
    const saved = await announce([animal?.tag ?? '']);
    expect((await arrive((saved.data as { id: number }).id)).bizCode).toBe('inStock');
  });

  test('R29, S6 a partner tells a batch: twice it stands once, for its own unit only, and not without the scope', async () => {
    const unit = await unitOf(world, 'kzzq_mgr');
    const body = () => ({
      sourceKey: unique(),
      source: 'otherProvince',
      sender: '外省牧场',
      certificateNo: unique(),
      certType: 'animalA',
      purpose: 'breed',
      expectedOn: day(1),
      animals: [newTag(), newTag()].map((tag) => ({
        outsideId: tag,
        tag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'female',
        birthDate: day(-400),
      })),
    });
    const key = () => ({ 'idempotency-key': unique().padEnd(12, '0') });
    const partner = await partnerOf(unit.id, ['trace:third']);
    const told = body();
    const first = await partner.post('open/trace/third', told, key());
    expect(first.code, first.msg).toBe(200);
    expect(first.data).toMatchObject({ accepted: 2 });
    // Another key, the same batch: the partner's queue sent it again after a restart.
    expect((await partner.post('open/trace/third', told, key())).data).toEqual(first.data);
    const [batch] = await world.sql<{ n: number; unit: number; animals: number; days: number }>(
      `select count(*)::int as n, min(b.to_principal_id)::int as unit, min(b.isolation_days) as days,
         (select count(*)::int from traceability.third_party_batch_animal a where a.parent_id = min(b.id)) as animals
       from traceability.third_party_batch b where b.source_key = $1`,
      [told.sourceKey],
    );
    expect(batch).toEqual({ n: 1, unit: unit.id, animals: 2, days: 30 });
    const used = { ...body(), certificateNo: told.certificateNo };
    expect((await partner.post('open/trace/third', used, key())).bizCode).toBe('certUsed');
    const twice = body();
    const doubled = { ...twice, animals: [twice.animals[0], twice.animals[0]] };
    expect((await partner.post('open/trace/third', doubled, key())).code).toBe(422);
    expect((await farm.post('open/trace/third', body(), key())).code).toBe(401);
    const other = await partnerOf(unit.id, ['ticket']);
    expect((await other.post('open/trace/third', body(), key())).code).toBe(403);
  });
});

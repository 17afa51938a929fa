import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { type IcarKind, icarReads, icarSchemes } from '#modules/traceability/contract/icar/icar.ts';
import { day, fitAnimals, unique, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { icarFaults } from '#modules/traceability/testing/icar/validate.ts';

let world: World;
let farm: Person;
let partnerUnit: number;
let farmUnit: number;
let partner: Person & { clientId: string };
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmUnit = (await unitOf(world, 'farm1')).id;
  partnerUnit = (await unitOf(world, 'kzzq_mgr')).id;
  partner = await partnerOf(partnerUnit, ['trace:icar']);
});
afterAll(() => world.close());
// Each test begins with nobody sharing.
afterEach(() => world.sql("delete from registry.principal_relation where kind = 'sharesData'"));

/** A partner's machine that speaks for a unit, with the token it got for its signature. */
async function partnerOf(principalId: number, scopes: string[]): Promise<Person & { clientId: string }> {
  const guard = await world.as('tl_sec');
  const added = await guard.post('sys/thirdClient/add', {
    clientName: `对接${unique()}`,
    principalId,
    scopes,
    ipAllow: null,
    ratePerMinute: 2000,
    validUntil: '2030-01-01',
    remark: null,
  });
  expect(added.code, JSON.stringify(added)).toBe(200);
  const { clientId, secret } = (await guard.post('sys/thirdClient/newSecret', added.data)).data;
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(8).toString('hex');
  const sign = createHmac('sha256', secret).update(`${clientId}${timestamp}${nonce}`).digest('hex');
  const { data } = await world.person('').post('sys/third/token', { clientId, timestamp, nonce, sign });
  return { ...world.person(`Bearer ${data.token}`), clientId };
}

const at = (unit: number, what: string) => `icar/locations/${icarSchemes.unit}/${unit}/${what}`;
// What the test's client adds to an answer is not ICAR's.
const bare = ({ status: _, headers: __, ...answer }: Awaited<ReturnType<Person['get']>>) =>
  answer as Record<string, any>;
const share = () =>
  farm.post('pri/relation/save', { fromId: farmUnit, toId: partnerUnit, kind: 'sharesData', fromOn: day(0) });
async function unshare(): Promise<void> {
  const { data } = await farm.get(`pri/relation/list?principalId=${farmUnit}`);
  const open = data.find((one: { kind: string; otherId: number }) => one.kind === 'sharesData');
  const ended = await farm.post('pri/relation/end', { id: open.id, toOn: day(0) });
  expect(ended.code, ended.msg).toBe(200);
}
const shareOf = (holderId: number) =>
  world.sql(
    `insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on)
     select tenant_no, region_code, id, $2, 'sharesData', current_date from registry.principal where id = $1
     on conflict do nothing`,
    [holderId, partnerUnit],
  );

const weightBody = (tag: string, kg: number, more: object = {}) => ({
  resourceType: 'icarWeightEventResource',
  meta: { source: 'scales.test', sourceId: unique(), modified: new Date().toISOString() },
  animal: { scheme: icarSchemes.earTag, id: tag },
  eventDateTime: new Date(Date.now() - 60_000).toISOString(),
  weight: { measurement: kg, units: 'KGM' },
  remark: 'test',
  ...more,
});
const newTag = () => `2150521${randomInt(10_000_000, 29_999_999)}`;
const birthBody = (tag: string, more: object = {}) => ({
  resourceType: 'icarMovementBirthEventResource',
  meta: { source: 'herd.test', sourceId: unique(), modified: new Date().toISOString() },
  location: { scheme: icarSchemes.unit, id: String(farmUnit) },
  animal: { scheme: icarSchemes.earTag, id: tag },
  eventDateTime: `${day(-3)}T04:00:00Z`,
  registrationReason: 'Born',
  animalDetail: {
    resourceType: 'icarAnimalCoreResource',
    identifier: { scheme: icarSchemes.earTag, id: tag },
    specie: 'Cattle',
    gender: 'Female',
    birthDate: `${day(-3)}T04:00:00Z`,
    primaryBreed: { scheme: icarSchemes.breed, id: 'simmental' },
    ...more,
  },
});

const collections: Record<IcarKind, [view: string, schema: string]> = {
  animals: ['icar_animal', 'icarAnimalCoreCollection'],
  births: ['icar_birth', 'icarMovementBirthEventCollection'],
  deaths: ["icar_exit where change_type in ('death', 'cull', 'missing')", 'icarMovementDeathEventCollection'],
  arrivals: ['icar_arrival', 'icarMovementArrivalEventCollection'],
  departures: ["icar_exit where change_type in ('handover', 'saleOut')", 'icarMovementDepartureEventCollection'],
  weights: ['icar_weight', 'icarWeightEventCollection'],
  inseminations: ['icar_insemination', 'icarReproInseminationEventCollection'],
  pregnancyChecks: ['icar_pregnancy_check', 'icarReproPregnancyCheckEventCollection'],
  parturitions: ['icar_parturition', 'icarReproParturitionEventCollection'],
  treatments: ['icar_treatment', 'icarTreatmentEventCollection'],
};

describe('ICAR ADE 1.3', () => {
  test.each(Object.entries(collections))(
    '%s of a holder who shares them validate against ICAR’s schema',
    async (kind, [view, schema]) => {
      const [most] = await world.sql<{ id: number }>(
        `select principal_id::int as id from traceability.${view.replace(' where', ' where tenant_no = 1505 and')}
       ${view.includes('where') ? '' : 'where tenant_no = 1505'} group by 1 order by count(*) desc, 1 limit 1`,
      );
      expect(most, `nobody in the demo has ${kind}`).toBeDefined();
      const id = most?.id ?? 0;
      await shareOf(id);
      const last = icarReads[kind as IcarKind].path.split('/').at(-1);
      const answer = await partner.get(`${at(id, last ?? '')}?page-size=500`);
      expect(answer.status, JSON.stringify(answer).slice(0, 300)).toBe(200);
      const found = bare(answer);
      expect(found.member.length).toBeGreaterThan(0);
      expect(icarFaults(`collections/${schema}`, found)).toEqual([]);
      for (const one of found.member) expect(one.location).toEqual({ id: String(id), scheme: icarSchemes.unit });
      // Control: the schema sees what is wrong.
      const broken = structuredClone(found);
      broken.member[0].meta.modified = 'yesterday';
      delete broken.member[0][kind === 'animals' ? 'identifier' : 'animal'];
      expect(icarFaults(`collections/${schema}`, broken).length).toBeGreaterThanOrEqual(2);
    },
  );

  test('pages tile what changed since a moment, and lead from one to the next', async () => {
    const [{ id }] = (await world.sql<{ id: number }>(
      `select principal_id::int as id from registry.animal where tenant_no = 1505 and voided_at is null
       group by 1 having count(*) between 7 and 60 order by 1 limit 1`,
    )) as [{ id: number }];
    await shareOf(id);
    const keys: string[] = [];
    let path: string | undefined = `${at(id, 'animals')}?page-size=3`;
    while (path) {
      const found = bare(await partner.get(path));
      keys.push(...found.member.map((one: { identifier: { id: string } }) => one.identifier.id));
      path = found.view.next?.replace(/^.*\/api\//, '');
    }
    const [{ n }] = (await world.sql<{ n: number }>(
      'select count(*)::int as n from registry.animal where tenant_no = 1505 and principal_id = $1',
      [id],
    )) as [{ n: number }];
    expect([keys.length, new Set(keys).size]).toEqual([n, n]);
    const [moved] = await world.sql<{ tag: string; since: string }>(
      `update registry.animal set updated_at = now() + interval '1 second' where id = (
         select id from registry.animal where tenant_no = 1505 and principal_id = $1 limit 1)
       returning ear_tag as tag, now()::text as since`,
      [id],
    );
    const since = new Date(moved?.since ?? '').toISOString();
    const changed = bare(await partner.get(`${at(id, 'animals')}?meta-modified-from=${since}`));
    expect(changed.member.map((one: { identifier: { id: string } }) => one.identifier.id)).toEqual([moved?.tag]);
    const before = bare(await partner.get(`${at(id, 'animals')}?meta-modified-to=${since}`));
    expect(before.view.totalItems).toBe(n - 1);
  });

  test('without consent 403, from the moment it is taken back; nobody but the holder gives it', async () => {
    expect((await partner.get(at(farmUnit, 'animals'))).status).toBe(403);
    expect((await partner.post(at(farmUnit, 'weights'), weightBody('215052120000001', 400))).status).toBe(403);
    expect((await partner.get(at(1e9, 'animals'))).status).toBe(403);

    const choice = await farm.get('pri/relation/partners');
    expect(choice.data.map((one: { id: number }) => one.id)).toContain(partnerUnit);
    const clerk = await world.as('kzzq_mgr');
    const body = { fromId: farmUnit, toId: partnerUnit, kind: 'sharesData', fromOn: day(0) };
    expect((await clerk.post('pri/relation/save', body)).code).not.toBe(200);
    const coop = await world.as('coop1');
    expect((await coop.post('pri/relation/save', body)).code).not.toBe(200);
    // A holder records no other relation, and shares with nobody whose machines do not call here.
    expect((await farm.post('pri/relation/save', { ...body, kind: 'memberOf' })).code).toBe(422);
    const stranger = (await unitOf(world, 'coop1')).id;
    expect((await farm.post('pri/relation/save', { ...body, toId: stranger })).code).toBe(422);

    expect((await share()).code).toBe(200);
    const found = bare(await partner.get(at(farmUnit, 'animals')));
    expect(found.member.length).toBeGreaterThan(0);
    const shown = await farm.get(`pri/relation/list?principalId=${farmUnit}`);
    expect(shown.data.find((one: { kind: string }) => one.kind === 'sharesData')).toMatchObject({
      way: 'out',
      otherId: partnerUnit,
      otherName: expect.any(String),
    });
    const places = bare(await partner.get('icar/locations?page-size=500'));
    expect(icarFaults('collections/icarLocationCollection', places)).toEqual([]);
    expect(places.member.map((one: { identifier: { id: string } }) => one.identifier.id)).toContain(String(farmUnit));
    await unshare();
    expect((await partner.get(at(farmUnit, 'animals'))).status).toBe(403);
  });

  test('another holder’s animal is not found, to read or to weigh; another scheme is not understood', async () => {
    expect((await share()).code).toBe(200);
    const [own] = await fitAnimals(world, 'farm1', 1);
    const [other] = await fitAnimals(world, 'coop1', 1);
    const one = (tag: string, scheme: string = icarSchemes.earTag) =>
      partner.get(at(farmUnit, `animals/${scheme}/${tag}`));
    const found = await one(own?.tag ?? '');
    expect(found.status, JSON.stringify(found).slice(0, 200)).toBe(200);
    expect(icarFaults('resources/icarAnimalCoreResource', bare(found))).toEqual([]);
    expect((await one(other?.tag ?? '')).status).toBe(404);
    expect((await one(own?.tag ?? '', 'eu.animalId')).status).toBe(422);
    expect((await partner.get(`icar/locations/eu.farm/${farmUnit}/animals`)).status).toBe(422);
    expect((await partner.post(at(farmUnit, 'weights'), weightBody(other?.tag ?? '', 400))).status).toBe(404);
    const listed = bare(await partner.get(`${at(farmUnit, 'animals')}?page-size=500`));
    expect(JSON.stringify(listed)).not.toContain(other?.tag);
  });

  test('a weight sent twice, at once or with another body, stands once and is read back with the sender’s number', async () => {
    expect((await share()).code).toBe(200);
    const [animal] = await fitAnimals(world, 'farm1', 1);
    const told = weightBody(animal?.tag ?? '', 401.5);
    const answers = await Promise.all([1, 2, 3].map(() => partner.post(at(farmUnit, 'weights'), told)));
    for (const one of answers) expect(one.status, JSON.stringify(one).slice(0, 300)).toBe(200);
    const [first] = answers.map(bare) as [Record<string, any>];
    expect(icarFaults('resources/icarWeightEventResource', first)).toEqual([]);
    expect(first).toMatchObject({
      animal: { id: animal?.tag },
      meta: { sourceId: told.meta.sourceId },
      weight: { measurement: 401.5, units: 'KGM' },
    });
    const again = await partner.post(at(farmUnit, 'weights'), { ...told, weight: { measurement: 500, units: 'KGM' } });
    expect(bare(again)).toEqual(first);
    const [stored] = await world.sql<{ n: number }>(
      'select count(*)::int as n from device.weigh_record where animal_id = $1 and kg in (401.5, 500)',
      [animal?.id],
    );
    expect(stored?.n).toBe(1);
    const [now] = await world.sql<{ weight: string }>('select weight from registry.animal where id = $1', [animal?.id]);
    expect(Number(now?.weight)).toBe(401.5);
    // The number is the sender's own: to another partner it says nothing.
    const other = await partnerOf(partnerUnit, ['trace:icar']);
    const list = bare(await other.get(`${at(farmUnit, 'weights')}?page-size=500`));
    const seen = list.member.find((one: { id: string }) => one.id === first.id);
    expect(seen).toBeDefined();
    expect(seen.meta.sourceId).toBeUndefined();
    const early = weightBody(animal?.tag ?? '', 402, { eventDateTime: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await partner.post(at(farmUnit, 'weights'), early)).status).toBe(422);
    const odd = { ...weightBody(animal?.tag ?? '', 4000), remark: undefined };
    expect((await partner.post(at(farmUnit, 'weights'), odd)).status).toBe(409);
  });

  test('a birth sent twice registers one animal; a number that is worn already is refused', async () => {
    expect((await share()).code).toBe(200);
    const tag = newTag();
    const told = birthBody(tag);
    const first = await partner.post(at(farmUnit, 'births'), told);
    expect(first.status, JSON.stringify(first).slice(0, 400)).toBe(200);
    expect(icarFaults('resources/icarMovementBirthEventResource', bare(first))).toEqual([]);
    expect(bare(first)).toMatchObject({
      animal: { id: tag },
      registrationReason: 'Born',
      meta: { sourceId: told.meta.sourceId },
      animalDetail: { specie: 'Cattle', gender: 'Female' },
    });
    expect(bare(await partner.post(at(farmUnit, 'births'), told))).toEqual(bare(first));
    const [stored] = await world.sql<{ n: number; unit: number }>(
      'select count(*)::int as n, min(principal_id)::int as unit from registry.animal where ear_tag = $1',
      [tag],
    );
    expect(stored).toEqual({ n: 1, unit: farmUnit });
    const used = await partner.post(at(farmUnit, 'births'), birthBody(tag));
    expect([used.status, used.bizCode]).toEqual([409, 'tagUsed']);
    const breed = { primaryBreed: { scheme: icarSchemes.breed, id: 'dragon' } };
    expect((await partner.post(at(farmUnit, 'births'), birthBody(newTag(), breed))).status).toBe(422);
  });

  test('a partner without the scope, a session, and a partner whose client was disabled are refused', async () => {
    expect((await share()).code).toBe(200);
    const third = await partnerOf(partnerUnit, ['trace:third']);
    expect((await third.get(at(farmUnit, 'animals'))).status).toBe(403);
    expect((await farm.get(at(farmUnit, 'animals'))).status).toBe(401);
    const doomed = await partnerOf(partnerUnit, ['trace:icar']);
    expect((await doomed.get(at(farmUnit, 'animals'))).status).toBe(200);
    const guard = await world.as('tl_sec');
    const [client] = await world.sql<{ id: number; version: number }>(
      'select id::int as id, version from platform.sys_third_client where client_id = $1',
      [doomed.clientId],
    );
    const off = await guard.post('sys/thirdClient/transition', { ...client, name: 'disable', remark: 'test' });
    expect(off.code, off.msg).toBe(200);
    expect((await doomed.get(at(farmUnit, 'animals'))).status).toBe(401);
    expect((await doomed.post(at(farmUnit, 'weights'), weightBody(newTag(), 400))).status).toBe(401);
  });

  test('the commands of docs/icar.md do what the page says', async () => {
    expect((await share()).code).toBe(200);
    const [animal] = await fitAnimals(world, 'farm1', 1);
    const page = readFileSync('docs/icar.md', 'utf8');
    const commands = [...page.matchAll(/```bash\n(curl[\s\S]*?)\n```/g)].map(([, text = '']) => text);
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const path = /"\$MULIAN\/api\/([^"]+)"/.exec(command)?.[1]?.replace('$UNIT', String(farmUnit)) ?? '';
      const body = /-d '([\s\S]+)'/.exec(command)?.[1];
      const sent = body && {
        ...JSON.parse(body),
        remark: 'test',
        animal: { scheme: icarSchemes.earTag, id: animal?.tag },
      };
      if (sent) sent.eventDateTime = new Date(Date.now() - 60_000).toISOString();
      const answer = sent ? await partner.post(path, sent) : await partner.get(path);
      expect(answer.status, JSON.stringify(answer).slice(0, 300)).toBe(200);
    }
  });
});

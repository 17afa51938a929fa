import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import {
  at,
  type Cow,
  fillTank,
  makeCow,
  makeCows,
  nextTag,
  pastService,
  rowOf,
  type Straws,
  serve,
} from '#modules/breeding/testing/herd.ts';
import { dayFromNow, inStock } from '#modules/depot/testing/fixtures.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { refold } from './cycle/refold.ts';

/** Checks, births and the cycles they make. */
let world: World;
let technician: Person;
let office: Person;
let straws: Straws;

/** What fails without a reason of the product's own fails the test with the words of the answer. */
async function ask(path: string, body: object): Promise<Answer> {
  const answer = await technician.post(path, body);
  if (answer.code !== 200 && !answer.bizCode) throw new Error(JSON.stringify(answer));
  return answer;
}
const check = (cow: Cow, more: object, clientKey: string = randomUUID()) =>
  ask('ant/breed/pregnancy/batch', {
    clientKey,
    rows: [{ animalId: cow.id, method: 'ultrasound', result: 'pregnant', checkedOn: dayFromNow(0), ...more }],
  });
const birth = (cow: Cow, more: object = {}, clientKey: string = randomUUID()) =>
  ask('ant/breed/calving/add', {
    clientKey,
    motherId: cow.id,
    calvedOn: dayFromNow(-1),
    ease: 'normal',
    calves: [{ sex: 'female', alive: true, breed: 'simmental' }],
    ...more,
  });
const cyclesOf = (animalId: number) =>
  world.sql(
    `select cycle_no as "cycleNo", status, heats, straws, is_live as "isLive", end_reason as reason,
       to_char(opened_on, 'YYYY-MM-DD') as opened, to_char(closed_on, 'YYYY-MM-DD') as closed,
       to_char(expected_on, 'YYYY-MM-DD') as expected
     from breeding.breeding_cycle where animal_id = $1 order by cycle_no`,
    [animalId],
  );
const outcomesOf = async (animalId: number) =>
  (
    await world.sql<{ outcome: string }>(
      `select outcome from breeding.insemination where animal_id = $1 and status <> 'voided' order by served_at`,
      [animalId],
    )
  ).map((one) => one.outcome);
const parityOf = async (id: number) =>
  (await world.sql('select parity from registry.animal where id = $1', [id]))[0].parity;

beforeAll(async () => {
  world = await openWorld();
  technician = await world.as('breed1');
  office = await world.as('breed_cty1');
  straws = await fillTank(world, 'breed1', 40);
});
afterAll(() => world.close());

describe('a pregnancy check', () => {
  it('R26: before day 28 an ultrasound is refused, before day 45 a hand; from then on the heat is judged', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -27);
    expect((await check(cow, {})).bizCode).toBe('tooEarly');
    const other = await makeCow(world);
    await pastService(world, other, straws, -40);
    expect((await check(other, { method: 'rectal' })).bizCode).toBe('tooEarly');
    expect((await check(other, {})).data.saved).toHaveLength(1);
    expect((await cyclesOf(other.id)).at(-1)).toMatchObject({ status: 'pregnant', expected: dayFromNow(-40 + 285) });
    expect(await outcomesOf(other.id)).toEqual(['pregnant']);
  });

  it('R18, R23: sent twice it is one; while it stands no service is taken, and its void opens the cow again', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -50);
    const key = randomUUID();
    const [first, second] = [await check(cow, {}, key), await check(cow, {}, key)];
    expect(second.data.saved[0].docNo).toBe(first.data.saved[0].docNo);
    expect((await serve(technician, rowOf(cow, straws))).bizCode).toBe('alreadyPregnant');
    const { id } = first.data.saved[0];
    const [{ version }] = await world.sql('select version from breeding.pregnancy_check where id = $1', [id]);
    const back = await technician.post('ant/breed/pregnancy/void', { id, version, reason: '误判' });
    expect(back.code).toBe(200);
    expect(await outcomesOf(cow.id)).toEqual(['pending']);
    const again = await serve(technician, rowOf(cow, straws, { intervalReason: '返情' }));
    expect(again.data.saved).toHaveLength(1);
    expect(await outcomesOf(cow.id)).toEqual(['repeated', 'pending']);
  });

  it('R35: the third abortion of a village in 90 days is one urgent alarm, the fourth none more', async () => {
    const cows = await makeCows(world, 4);
    await world.sql(
      `update breeding.pregnancy_check set status = 'voided' where region_code = 150521101200 and result = 'aborted'`,
    );
    const alarms = () =>
      world.sql(
        `select level, args from platform.alarm where kind = 'abortionHigh' and dedup_key = 'abortionHigh:150521101200'`,
      );
    for (const [n, cow] of cows.entries()) {
      await pastService(world, cow, straws, -120);
      const answer = await check(cow, { method: 'observe', result: 'aborted', abortCause: 'unknown' });
      expect(answer.data.saved).toHaveLength(1);
      expect(await alarms()).toHaveLength(n < 2 ? 0 : 1);
    }
    expect((await alarms())[0]).toMatchObject({ level: 'urgent' });
  });
});

describe('a birth', () => {
  it('R28, R32: sent twice it is one; it finds its service, counts for the mother, and the calf gets both parents', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -285);
    const key = randomUUID();
    const parity = await parityOf(cow.id);
    const [first, second] = [await birth(cow, {}, key), await birth(cow, {}, key)];
    expect(first.data).toMatchObject({ fit: 'normal' });
    expect(second.data.docNo).toBe(first.data.docNo);
    expect(await parityOf(cow.id)).toBe(parity + 1);
    expect(await outcomesOf(cow.id)).toEqual(['calved']);
    expect(await cyclesOf(cow.id)).toMatchObject([
      { status: 'calved', closed: dayFromNow(-1) },
      { status: 'open', opened: dayFromNow(-1), isLive: true },
    ]);
    const [service] = await world.sql('select id::int as id, version from breeding.insemination where animal_id = $1', [
      cow.id,
    ]);
    const voided = await office.post('ant/breed/service/void', { ...service, reason: '登记错误' });
    expect(voided.bizCode).toBe('hasCalving');
    const calf = await technician.post('ant/breed/calving/registerCalf', {
      calfId: first.data.calfIds[0],
      tag: nextTag(),
      wornOn: dayFromNow(0),
    });
    expect(calf.code, calf.msg).toBe(200);
    const [row] = await world.sql(
      'select mother_id::int as mother, father_code as father from registry.animal where id = $1',
      [calf.data.animalId],
    );
    expect(row).toEqual({ mother: cow.id, father: straws.sireCode });
    const [{ n }] = await world.sql('select count(*)::int as n from breeding.calving where mother_id = $1', [cow.id]);
    expect(n).toBe(1);
    const [{ version }] = await world.sql('select version from breeding.calving where id = $1', [first.data.id]);
    const gone = await office.post('ant/breed/calving/transition', {
      id: first.data.id,
      version,
      name: 'void',
      remark: '登记错误',
    });
    expect(gone.bizCode).toBe('calfRegistered');
  });

  it('R33: a calf registered with a mother and no birth gets one made, and none is made for it twice', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -290);
    const calf = {
      tag: nextTag(),
      species: 'cattle',
      breed: 'simmental',
      sex: 'female',
      birthDate: dayFromNow(-6),
      motherTag: cow.earTag,
    };
    const [holder] = await world.sql<{ id: number }>(
      'select principal_id::int as id from registry.animal where id = $1',
      [cow.id],
    );
    const { animalIds } = await inStock(world, (tx) =>
      registerAnimals(tx, {
        entryKind: 'born',
        principalId: holder?.id as number,
        wornOn: dayFromNow(-1),
        staffId: null,
        animals: [calf],
      }),
    );
    const births = await world.sql(
      `select c.fit, to_char(c.calved_on, 'YYYY-MM-DD') as on, l.animal_id::int as calf from breeding.calving c
         join breeding.calving_line l on l.parent_id = c.id where c.mother_id = $1`,
      [cow.id],
    );
    expect(births).toEqual([{ fit: 'normal', on: dayFromNow(-6), calf: animalIds[0] }]);
    expect(await outcomesOf(cow.id)).toEqual(['calved']);
  });

  it('R28: one of a service 200 days ago has no father, and asks why', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -201);
    expect((await birth(cow)).bizCode).toBe('reasonNeeded');
    const made = await birth(cow, { reason: '户主自述早配' });
    expect(made.data.fit).toBe('noMatch');
    const [row] = await world.sql(
      'select sire_code as sire, service_id as service from breeding.calving where id = $1',
      [made.data.id],
    );
    expect(row).toEqual({ sire: null, service: null });
  });

  it('R31: a calf is of its parents’ breed where they share one, else of what the county confirmed last for the pair', async () => {
    const [{ breed }] = await world.sql('select breed from breeding.seed_animal where sire_code = $1', [
      straws.sireCode,
    ]);
    const bred = async (cow: Cow) =>
      (await ask('ant/breed/calving/check', { motherId: cow.id, calvedOn: dayFromNow(-1) })).data.calfBreed;
    const same = await makeCow(world, { breed });
    await pastService(world, same, straws, -285);
    expect(await bred(same)).toBe(breed);
    const other = breed === 'angus' ? 'limousin' : 'angus';
    const [first, second, third] = await makeCows(world, 3, { breed: other });
    for (const cow of [first, second, third] as Cow[]) await pastService(world, cow, straws, -285);
    const told = [];
    for (const confirmed of ['otherCattle', 'yellowCattle']) {
      const mother = (told.length === 0 ? first : second) as Cow;
      await birth(mother, { calves: [{ sex: 'female', alive: true, breed: confirmed }] });
      told.push(await bred(third as Cow));
    }
    expect(told).toEqual(['otherCattle', 'yellowCattle']);
  });

  it('R34: of a mother that died of it the birth is taken all the same', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -285);
    await world.sql(`update registry.animal set status = 'dead', exit_on = $2 where id = $1`, [cow.id, dayFromNow(-1)]);
    const made = await birth(cow);
    expect(made.code, made.msg).toBe(200);
    expect(made.data.fit).toBe('normal');
  });

  it('R27, R30: too soon after the last one, and nothing alive far too early, are refused', async () => {
    const cow = await makeCow(world);
    await birth(cow, { calvedOn: dayFromNow(-100) });
    expect((await birth(cow)).bizCode).toBe('birthInterval');
    const other = await makeCow(world);
    await pastService(world, other, straws, -150);
    expect((await birth(other, { calves: [{ sex: 'male', alive: false }] })).bizCode).toBe('isAbortion');
  });

  it('voided, the mother has one birth less and her cycle goes on', async () => {
    const cow = await makeCow(world);
    await pastService(world, cow, straws, -283);
    const parity = await parityOf(cow.id);
    const made = await birth(cow);
    const [{ version }] = await world.sql('select version from breeding.calving where id = $1', [made.data.id]);
    const gone = await office.post('ant/breed/calving/transition', {
      id: made.data.id,
      version,
      name: 'void',
      remark: '错误',
    });
    expect(gone.code, gone.msg).toBe(200);
    expect(await parityOf(cow.id)).toBe(parity);
    expect((await cyclesOf(cow.id)).at(-1)).toMatchObject({ cycleNo: 1, status: 'served', isLive: true });
  });
});

describe('cycles', () => {
  it('the same records in any order of arrival, folded after each, make the same cycles', async () => {
    const cows = await makeCows(world, 24);
    const arrivals: ((cow: Cow) => Promise<unknown>)[] = [
      (cow) => pastService(world, cow, straws, -421, false),
      (cow) => pastService(world, cow, straws, -400, false),
      (cow) =>
        world.sql(
          `insert into breeding.pregnancy_check (tenant_no, region_code, principal_id, doc_no, client_key, animal_id,
             ear_tag, checked_on, method, result)
           select 1505, a.region_code, a.principal_id, 'BP-' || $2, $2, a.id, a.ear_tag, current_date - 340, 'rectal',
             'pregnant' from registry.animal a where a.id = $1`,
          [cow.id, randomUUID().slice(0, 20)],
        ),
      (cow) =>
        world.sql(
          `insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag,
             calved_on, ease, total, alive, fit)
           select 1505, a.region_code, a.principal_id, 'BC-' || $2, $2, a.id, a.ear_tag, current_date - 116, 'normal', 1,
             1, 'noService' from registry.animal a where a.id = $1`,
          [cow.id, randomUUID().slice(0, 20)],
        ),
      (cow) => pastService(world, cow, straws, -50, false),
    ];
    for (const [n, cow] of cows.entries())
      for (const add of shuffled(arrivals, n)) {
        await add(cow);
        await inStock(world, (tx) => refold(tx, [cow.id]));
      }
    const told = await Promise.all(
      cows.map(async (cow) => JSON.stringify([await cyclesOf(cow.id), await outcomesOf(cow.id)])),
    );
    expect(new Set(told).size).toBe(1);
    expect(await outcomesOf((cows[0] as Cow).id)).toEqual(['repeated', 'calved', 'pending']);
  });

  it('two services of one cow at the same moment leave one live cycle that holds both', async () => {
    const cow = await makeCow(world);
    // As the outbox does: what the server had no time for is sent again, under the same key.
    const send = async (hour: number, key: string): Promise<void> => {
      const { code } = await serve(technician, rowOf(cow, straws, { servedAt: at(-1, hour) }), key);
      if ([409, 429, 503].includes(code)) return send(hour, key);
      expect(code).toBe(200);
    };
    await Promise.all([8, 12].map((hour) => send(hour, randomUUID())));
    const live = (await cyclesOf(cow.id)).filter((one) => one.isLive);
    expect(live).toMatchObject([{ status: 'served', heats: 1, straws: 2 }]);
  });
});

/** The n-th of some hundred orders, always the same. */
function shuffled<T>(all: readonly T[], n: number): T[] {
  const rest = [...all];
  let code = n * 7;
  const order: T[] = [];
  while (rest.length > 0) {
    order.push(...rest.splice(code % rest.length, 1));
    code = Math.floor(code / 3) + n;
  }
  return order;
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import {
  at,
  type Cow,
  fillTank,
  leftOf,
  makeCow,
  makeCows,
  makeStrawLot,
  rowOf,
  type Straws,
  serve,
} from '#modules/breeding/testing/herd.ts';
import { makeLot } from '#modules/depot/testing/fixtures.ts';

/** From the straw in a technician's tank to the cow's cycle. */
let world: World;
let technician: Person;
let office: Person;
let straws: Straws;

const serviceOf = async (docNo: string) =>
  (
    await world.sql(
      `select id::int as id, version, status, heat_no as "heatNo", shot_no as "shotNo", outcome, flags
       from breeding.insemination where doc_no = $1`,
      [docNo],
    )
  )[0];
const cycleOf = async (animalId: number) =>
  (
    await world.sql(
      `select status, heats, straws, to_char(check_due_on, 'YYYY-MM-DD') as "checkDueOn"
       from breeding.breeding_cycle where animal_id = $1 and is_live`,
      [animalId],
    )
  )[0];

beforeAll(async () => {
  world = await openWorld({ pool: 12 });
  technician = await world.as('breed1');
  office = await world.as('breed_cty1');
  straws = await fillTank(world, 'breed1', 60);
});
afterAll(() => world.close());

describe('a lot of straws', () => {
  it('R2: is not received before its batch was told, and one that failed its test is held at once', async () => {
    await expect(makeLot(world, straws.materialId, null)).rejects.toMatchObject({ bizCode: 'noBatch' });
    const lotId = await makeStrawLot(world, straws, 'fail');
    const [lot] = await world.sql('select quality from depot.lot where id = $1', [lotId]);
    expect(lot.quality).not.toBe('ok');
  });
});

describe('a service', () => {
  it('R14, R23: sent three times at once and once more later it is one record, one straw and one event', async () => {
    const cow = await makeCow(world);
    const before = await leftOf(world, straws);
    const key = randomUUID();
    const row = rowOf(cow, straws);
    const answers = await Promise.all([1, 2, 3].map(() => serve(technician, row, key)));
    const later = await serve(technician, row, key);
    const numbers = new Set([...answers, later].map((one) => one.data?.saved[0]?.docNo));
    expect(
      answers.map((one) => one.code),
      answers[0]?.msg,
    ).toEqual([200, 200, 200]);
    expect(numbers.size).toBe(1);
    expect(await leftOf(world, straws)).toBe(before - 1);
    const [events] = await world.sql(
      `select count(*)::int as n from registry.animal_event where animal_id = $1 and kind = 'inseminated'`,
      [cow.id],
    );
    expect(events.n).toBe(1);
    expect(await cycleOf(cow.id)).toMatchObject({ status: 'served', heats: 1, straws: 1 });
  });

  it('R14: 200 at once from a lot of 100 straws use exactly 100, the rest hear that there is none', async () => {
    const cows = await makeCows(world, 200);
    const lot = await fillTank(world, 'breed1', 100);
    const busy = new Set<number>();
    // As the outbox does: what the server had no time for is sent again, under the same key.
    const send = async (cow: Cow, key: string): Promise<Answer> => {
      const answer = await serve(technician, rowOf(cow, lot), key);
      if (answer.code === 200 || answer.bizCode) return answer;
      busy.add(answer.code);
      return send(cow, key);
    };
    const answers = await Promise.all(cows.map((cow) => send(cow, randomUUID())));
    expect([...busy].filter((code) => ![409, 429, 503].includes(code))).toEqual([]);
    const saved = answers.filter((one) => one.data?.saved?.length === 1);
    const refused = answers.filter((one) => one.bizCode === 'noStraw');
    expect(saved).toHaveLength(100);
    expect(refused).toHaveLength(100);
    expect(await leftOf(world, lot)).toBe(0);
    const [used] = await world.sql(
      `select coalesce(sum(straws), 0)::int as n from breeding.insemination where lot_id = $1 and status <> 'voided'`,
      [lot.lotId],
    );
    expect(used.n).toBe(100);
  }, 180_000);

  it('R4, R14: a wasted straw leaves the tank as a loss of the same record, and a void brings both back', async () => {
    const cow = await makeCow(world);
    const before = await leftOf(world, straws);
    const made = await serve(technician, rowOf(cow, straws, { wasted: 1, wasteReason: 'thawFail' }));
    expect(await leftOf(world, straws)).toBe(before - 2);
    const service = await serviceOf(made.data.saved[0].docNo);
    const [moves] = await world.sql(
      `select coalesce(sum(qty) filter (where to_kind = 'use'), 0)::int as used,
         coalesce(sum(qty) filter (where to_kind = 'loss'), 0)::int as lost
       from depot.stock_move where source_type = 'breeding.insemination' and source_id = $1`,
      [service.id],
    );
    expect(moves).toMatchObject({ used: 1, lost: 1 });
    const back = await technician.post('ant/breed/service/void', {
      id: service.id,
      version: service.version,
      reason: '登记错误',
    });
    expect(back.code).toBe(200);
    expect(await leftOf(world, straws)).toBe(before);
    expect(await cycleOf(cow.id)).toMatchObject({ status: 'open', heats: 0, straws: 0 });
    const again = await technician.post('ant/breed/service/void', {
      id: service.id,
      version: service.version + 1,
      reason: '登记错误',
    });
    expect(again.code).not.toBe(200);
    expect(await leftOf(world, straws)).toBe(before);
  });

  it('R15: a daughter is not served by her father, whoever ticks what', async () => {
    const daughter = await makeCow(world, { father_code: straws.sireCode });
    const answer = await serve(technician, rowOf(daughter, straws));
    expect(answer).toMatchObject({ bizCode: 'closeKin' });
    expect(answer.msg).toContain('25');
  });

  it('R17, R19: a second shot within 36 hours is of the same heat; a third, or another bull without a reason, is refused', async () => {
    const cow = await makeCow(world);
    const other = await fillTank(world, 'breed1', 3, 1);
    expect(other.sireCode).not.toBe(straws.sireCode);
    await serve(technician, rowOf(cow, straws, { servedAt: at(-2, 8) }));
    const foreign = await serve(technician, rowOf(cow, other, { servedAt: at(-2, 18) }));
    expect(foreign.bizCode).toBe('secondSire');
    const second = await serve(technician, rowOf(cow, straws, { servedAt: at(-2, 18) }));
    expect(await serviceOf(second.data.saved[0].docNo)).toMatchObject({ heatNo: 1, shotNo: 2 });
    const third = await serve(technician, rowOf(cow, straws, { servedAt: at(-1, 6) }));
    expect(third.bizCode).toBe('tooManyShots');
  });

  it('R12, R13, R20: not of age, not of my villages, not of this week', async () => {
    const heifer = await makeCow(world, { parity: 0, birth_date: at(-300).slice(0, 10) });
    expect((await serve(technician, rowOf(heifer, straws))).bizCode).toBe('tooYoung');
    const cow = await makeCow(world);
    expect((await serve(technician, rowOf(cow, straws, { servedAt: at(-9) }))).bizCode).toBe('dateRange');
    const stranger = await world.as('breed2');
    const theirs = await fillTank(world, 'breed2', 2);
    expect((await serve(stranger, rowOf(cow, theirs))).code).not.toBe(200);
    const young = await makeCow(world, { entry_on: at(-1).slice(0, 10) });
    expect((await serve(technician, rowOf(young, straws, { servedAt: at(-3) }))).bizCode).toBe('dateRange');
  });

  it('R23: in a herd those refused are listed and stop nobody', async () => {
    const cows = await makeCows(world, 2);
    const bad = await makeCow(world, { parity: 0, birth_date: at(-200).slice(0, 10) });
    const rows = [...cows.slice(0, 1), bad, ...cows.slice(1)].map((cow) => rowOf(cow, straws));
    const answer = await technician.post('ant/breed/service/add', {
      clientKey: randomUUID(),
      rows,
      skipRefused: true,
    });
    expect(answer.data.saved.map((one: { animalId: number }) => one.animalId)).toEqual(cows.map((one) => one.id));
    expect(answer.data.refused).toMatchObject([{ animalId: bad.id, bizCode: 'tooYoung' }]);
  });

  it('questioned by the office it is answered by its maker alone', async () => {
    const cow = await makeCow(world);
    const made = await serve(technician, rowOf(cow, straws));
    const service = await serviceOf(made.data.saved[0].docNo);
    const path = 'ant/breed/service/transition';
    const asked = await office.post(path, {
      id: service.id,
      version: service.version,
      name: 'question',
      remark: '照片不清',
    });
    expect(asked.code).toBe(200);
    const answered = await technician.post(path, {
      id: service.id,
      version: asked.data.version,
      name: 'answer',
      remark: '已补拍',
    });
    expect(answered.code).toBe(200);
    expect((await serviceOf(made.data.saved[0].docNo)).status).toBe('submitted');
  });
});

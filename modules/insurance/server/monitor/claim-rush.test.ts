import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { workDue } from '#kit/server/due/due.ts';
import { cover } from '#modules/insurance/testing/covered.ts';
import { hireAt, insurerOf } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { village } from '#modules/insurance/testing/walk.ts';
import { clocks } from '../claim/claim-clock.ts';

/** At full size 600 claims and 40 surveyors: `npm run drill:full -- claims`. */
const claims = Number(process.env.MULIAN_RUSH_CLAIMS ?? 60);
const surveyors = Math.max(4, Math.round(claims / 15));
const minute = 60_000;
const hour = 60 * minute;
const kinds = [clocks.arrival, clocks.dispatch, clocks.offer];

let world: World;
const people = new Map<number, Person>();
let animals: Animal[] = [];

beforeAll(async () => {
  world = await openWorld({ pool: 12 });
  const insurer = await insurerOf(world, 'ins1');
  await world.sql('delete from insurance.ins_duty');
  await world.sql('delete from kit.due where kind = any ($1)', [kinds]);
  for (let n = 0; n < surveyors; n += 1) {
    const staffId = await hireAt(world, { tenantNo: 1505, principalId: insurer, village }, 'surveyor');
    const [user] = await world.sql<{ id: number }>(
      `with beside as (select * from platform.sys_user where username = 'ins_sv1'), made as (
         insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash,
           password_changed_at, phone_mask)
         select tenant_no, $1::text, $1, $1, principal_id, password_hash, now(), '138****0000' from beside returning id
       ), granted as (
         insert into platform.sys_user_role (tenant_no, user_id, role_id)
         select r.tenant_no, m.id, r.role_id from made m, beside b join platform.sys_user_role r on r.user_id = b.id)
       select id::int as id from made`,
      [`rush${n}`],
    );
    await world.sql('update registry.staff set user_id = $2 where id = $1', [staffId, user?.id]);
    await world.sql(
      `insert into insurance.ins_duty (tenant_no, region_code, insurer_id, staff_id, staff_name, user_id, on_from,
         max_open, longitude, latitude) values (1505, $1, $2, $3, $4, $5, current_date - 1, 12, $6, 44.1)`,
      [village, insurer, staffId, `rush${n}`, user?.id, 123.3 + n / 50],
    );
    people.set(user?.id ?? 0, world.person(await openSession(world, `rush${n}`)));
  }
  for (let n = 0; n < Math.ceil(claims / 15); n += 1) {
    const holder = await makeHolder(world, village);
    const herd = await makeHerd(world, holder, Math.min(15, claims - animals.length));
    await cover(world, insurer, holder, herd);
    animals = [...animals, ...herd];
  }
}, 300_000);
afterAll(() => world.close());

/** How far the simulated clock is ahead; what waits for its time comes nearer instead of the clock being set. */
let ahead = 0;
const simulated = () => Date.now() + ahead;
async function advance(ms: number): Promise<void> {
  if (ms <= 0) return;
  await world.sql(`update kit.due set due_at = due_at - $1 * interval '1 millisecond' where kind = any ($2)`, [
    ms,
    kinds,
  ]);
  ahead += ms;
}
let seed = 20_261_118;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

interface Known {
  readonly reportedAt: number;
  asked: number | null;
  escalated: number | null;
  arrived: number | null;
}
const known = new Map<number, Known>();
/** Who sets out, and when he is there. */
const onTheWay: { readonly claimId: number; readonly userId: number; readonly at: number }[] = [];
const late: string[] = [];
let [seenOffer, seenTask, fired] = [0, 0, 0];

/** Everybody who was asked since: six in ten go, some say no, the others let it lie. */
async function look(): Promise<void> {
  for (let isNew = true; isNew; ) {
    const offers = await world.sql<{ id: number; claimId: number; userId: number }>(
      `select id::int as id, claim_id::int as "claimId", user_id::int as "userId" from insurance.ins_dispatch
       where id > $1 and status = 'offered' order by id`,
      [seenOffer],
    );
    isNew = offers.length > 0;
    for (const one of offers) {
      seenOffer = one.id;
      const claim = known.get(one.claimId);
      if (!claim) continue;
      claim.asked ??= simulated();
      const mood = random();
      if (mood > 0.75) continue;
      const accept = mood < 0.6;
      const said = await people
        .get(one.userId)
        ?.post('insuranceMgt/dispatch/answer', { claimId: one.claimId, accept, reason: accept ? null : '车坏了' });
      expect(said).toMatchObject({ code: 200, data: { status: accept ? 'accepted' : 'refused' } });
      if (accept && random() < 0.7)
        onTheWay.push({ claimId: one.claimId, userId: one.userId, at: simulated() + random() * 20 * hour });
    }
  }
  const tasks = await world.sql<{ id: number; claimId: number }>(
    `select id::int as id, entity_id::int as "claimId" from platform.sys_task
     where id > $1 and entity = 'insurance.insClaim' and permission = 'ins:dispatch:assign' order by id`,
    [seenTask],
  );
  for (const one of tasks) {
    seenTask = one.id;
    const claim = known.get(one.claimId);
    if (claim) claim.escalated ??= simulated();
  }
}

/** What is due fires; each deadline of a claim is compared with its report, not with what was stored. */
async function fire(): Promise<void> {
  const items = await world.sql<{ kind: string; ref: string }>(
    'select kind, ref from kit.due where kind = any ($1) and due_at <= now()',
    [kinds],
  );
  const now = simulated();
  for (const { kind, ref } of items) {
    const [id = 0, part = 0] = ref.split(':').map(Number);
    const claim = known.get(id);
    if (!claim || kind === clocks.offer) continue;
    const wanted = claim.reportedAt + (kind === clocks.dispatch ? 30 * minute : (part / 100) * 24 * hour);
    if (Math.abs(now - wanted) > minute) late.push(`${kind} ${ref}: ${Math.round((now - wanted) / 1000)} s`);
    fired += 1;
  }
  await workDue(world.database);
  await look();
}

/** On to a moment, through everything that comes before it. */
async function until(moment: number): Promise<void> {
  for (;;) {
    const [next] = await world.sql<{ ms: number | null }>(
      'select extract(epoch from min(due_at) - now())::float8 * 1000 as ms from kit.due where kind = any ($1)',
      [kinds],
    );
    const due = next?.ms === null || next?.ms === undefined ? Number.POSITIVE_INFINITY : simulated() + next.ms;
    const coming = onTheWay.reduce((least, one) => Math.min(least, one.at), Number.POSITIVE_INFINITY);
    if (Math.min(due, coming) > moment) break;
    await advance(Math.min(due, coming) - simulated() + 5);
    if (coming <= due) {
      const at = onTheWay.findIndex((one) => one.at === coming);
      const [one] = onTheWay.splice(at, 1);
      const there = await people.get(one?.userId ?? 0)?.post('insuranceMgt/dispatch/arrive', {
        claimId: one?.claimId,
        at: new Date().toISOString(),
      });
      expect(there).toMatchObject({ code: 200 });
      const claim = known.get(one?.claimId ?? 0);
      if (claim) claim.arrived = simulated();
    } else await fire();
  }
  await advance(moment - simulated());
}

it(`R32, R33: of ${claims} claims in an hour every deadline comes to the minute, and within half an hour somebody is asked or decides`, async () => {
  const clerk = await world.as('ins1');
  const began = simulated();
  for (const [n, animal] of animals.entries()) {
    await until(began + (n * hour) / claims);
    const { data, ...answer } = await clerk.post('insuranceMgt/claim/report', {
      requestKey: randomUUID(),
      earTags: [animal.earTag],
      occurredAt: new Date(Date.now() - 3 * hour).toISOString(),
      cause: 'calving',
      reporterName: '报案人',
      phone: '13800138000',
      channel: 'phone',
      photos: [],
    });
    expect(answer, JSON.stringify(data)).toMatchObject({ code: 200 });
    known.set(data.claimId, { reportedAt: simulated(), asked: null, escalated: null, arrived: null });
    // Asked at once where somebody is on duty: the surveyor was named in the answer.
    await look();
    if (data.surveyor) expect(known.get(data.claimId)?.asked).not.toBeNull();
  }
  await until(began + 26 * hour);

  expect(late).toEqual([]);
  const all = [...known];
  const unheard = all.filter(([, one]) => {
    const heard = Math.min(one.asked ?? Number.POSITIVE_INFINITY, one.escalated ?? Number.POSITIVE_INFINITY);
    return heard > one.reportedAt + 31 * minute;
  });
  expect(unheard).toEqual([]);
  // Three reminders for whoever was not there, none after the arrival, and an alarm exactly where nobody came in a day.
  const alarmed = new Set(
    (
      await world.sql<{ id: number }>(
        `select split_part(dedup_key, ':', 2)::int as id from platform.alarm where dedup_key like 'clockArrive:%'`,
      )
    ).map((one) => one.id),
  );
  const missed = all.filter(([, one]) => one.arrived === null).map(([id]) => id);
  expect(all.filter(([id]) => alarmed.has(id)).map(([id]) => id)).toEqual(missed);
  expect(missed.length).toBeGreaterThan(0);
  expect(missed.length).toBeLessThan(claims);
  expect(fired).toBeGreaterThanOrEqual(missed.length * 3);
  const faults = await world.sql('select kind, ref, fault from kit.due where kind = any ($1) and attempts > 0', [
    kinds,
  ]);
  expect(faults).toEqual([]);
  // Nobody has more in hand than he may, and nobody is asked twice for one claim.
  const [load] = await world.sql<{ most: number; twice: number }>(
    `select max(n)::int as most, (select count(*)::int from (select 1 from insurance.ins_dispatch
       group by claim_id, surveyor_id having count(*) > 1) d) as twice
     from (select count(*) as n from insurance.ins_dispatch where user_id = any ($1)
       and status in ('offered', 'accepted', 'arrived') group by surveyor_id) x`,
    [[...people.keys()]],
  );
  expect(load?.most).toBeLessThanOrEqual(12);
  expect(load?.twice).toBe(0);
}, 1_800_000);

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import { workDue } from '#kit/server/due/due.ts';
import { insurerOf, picture, today } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, type Holder, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { insure } from '#modules/insurance/testing/insured.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';

let world: World;
let w: Walker;
let surveyor: Person;
let assessor: Person;
let reviewer: Person;
let manager: Person;
let holder: Holder;
let herd: Animal[];
let policyId: number;

beforeAll(async () => {
  world = await openWorld({ pool: 20 });
  w = walker(await peopleOf(world));
  surveyor = await world.as('ins_sv1');
  assessor = await world.as('ins_as1');
  reviewer = await world.as('ins_rv1');
  manager = await world.as('ins_mgr1');
  await world.sql(
    `insert into insurance.ins_duty (tenant_no, region_code, insurer_id, staff_id, staff_name, user_id, on_from,
       max_open, longitude, latitude)
     select 1505, $1, u.principal_id, s.id, s.name, u.id, current_date - 30, 60, 123.4, 44.1
     from platform.sys_user u join registry.staff s on s.user_id = u.id where u.username = 'ins_sv1'
     on conflict do nothing`,
    [village],
  );
  holder = await makeHolder(world, village);
  herd = await makeHerd(world, holder, 12);
  policyId = await insure(world, w, holder, herd, 99);
});
afterAll(() => world.close());

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const reportBody = (tags: readonly string[], more: object = {}) => ({
  requestKey: randomUUID(),
  earTags: tags,
  occurredAt: ago(3),
  cause: 'calving',
  reporterName: holder.name,
  phone: '13800138000',
  channel: 'phone',
  photos: [],
  ...more,
});
const report = (tags: readonly string[], more: object = {}, who: Person = w.clerk) =>
  who.post('insuranceMgt/claim/report', reportBody(tags, more));
const claimRow = async (id: number) =>
  (
    await world.sql(
      `select version, status, amount::int as amount, paid::int as paid, flags, level, reported_at, arrive_due_at,
         dispatch_due_at from insurance.ins_claim where id = $1`,
      [id],
    )
  )[0];
const animalsOf = (id: number) =>
  world.sql(
    'select id::int as id, ear_tag as tag, status, amount::int as amount from insurance.ins_claim_animal where claim_id = $1 order by id',
    [id],
  );
const angles = ['tag', 'whole', 'left', 'front'];
async function surveyBody(claimId: number, more: object = {}, skip: readonly string[] = []) {
  const animals = [];
  for (const one of await animalsOf(claimId)) {
    const photos = [];
    for (const angle of angles.filter((name) => !skip.includes(name)))
      photos.push({ fileId: await picture(world, surveyor, 'insurance.insClaim'), angle });
    animals.push({ claimAnimalId: one.id, finding: 'deadSeen', liabilityCode: 'calving', photos });
  }
  return {
    clientKey: randomUUID(),
    claimId,
    startedAt: ago(1),
    endedAt: ago(0.5),
    headOnSite: 11,
    insuredOnSite: 11,
    conclusion: '现场属实',
    signFile: await picture(world, surveyor, 'insurance.insSurvey'),
    animals,
    ...more,
  };
}
/** R33: who surveyed a holder twice is not asked a third time, and goes only where somebody sends him. */
async function survey(claimId: number, more: object = {}) {
  const row = await claimRow(claimId);
  if (row.status === 'reported') {
    const [staff] = await world.sql(
      `select s.id::int as id from registry.staff s join platform.sys_user u on u.id = s.user_id
       where u.username = 'ins_sv1'`,
    );
    const sent = await manager.post('insuranceMgt/dispatch/assign', {
      claimId,
      version: row.version,
      staffId: staff.id,
    });
    expect(sent).toMatchObject({ code: 200 });
  }
  return surveyor.post('insuranceMgt/survey/submit', await surveyBody(claimId, more));
}
const assess = async (claimId: number, more: object = {}, who = assessor) =>
  who.post('insuranceMgt/claim/assess', {
    claimId,
    version: (await claimRow(claimId)).version,
    lines: (await animalsOf(claimId)).map((one) => ({ claimAnimalId: one.id, liabilityCode: 'calving', ...more })),
  });
const move = async (who: Person, id: number, name: string, more: object = {}) =>
  who.post('insuranceMgt/claim/transition', { id, version: (await claimRow(id)).version, name, ...more });
const agree = async (claimId: number) =>
  assessor.post('insuranceMgt/claim/agree', {
    claimId,
    version: (await claimRow(claimId)).version,
    agreeMode: 'paper',
    files: [await picture(world, assessor, 'insurance.insClaim')],
  });
const prove = async (claimId: number, certNo = `WH-${randomUUID().slice(0, 8)}`, who = assessor) =>
  who.post('insuranceMgt/disposal/link', {
    claimId,
    claimAnimalIds: (await animalsOf(claimId)).map((one) => one.id),
    source: 'paper',
    certNo,
    way: 'plant',
    disposedOn: today(),
    files: [await picture(world, who, 'insurance.insDisposalLink')],
  });
const verify = (claimId: number) =>
  world.sql(`update insurance.ins_disposal_link set status = 'verified' where claim_id = $1`, [claimId]);
async function hang(claimId: number) {
  const posted = await w.clerk.post('insuranceMgt/publicity/postClaims', {
    claimIds: [claimId],
    place: '嘎查公示栏',
    photos: [await picture(world, w.clerk, 'insurance.insPublicity')],
  });
  expect(posted).toMatchObject({ code: 200 });
  await world.sql(`update insurance.ins_publicity set ends_at = now() - interval '1 minute' where id = $1`, [
    posted.data.publicityId,
  ]);
  const [row] = await world.sql('select id::int as id, version, snapshot from insurance.ins_publicity where id = $1', [
    posted.data.publicityId,
  ]);
  expect(JSON.stringify(row.snapshot)).not.toMatch(/\d{11}|6228/);
  const end = await w.clerk.post('insuranceMgt/publicity/transition', {
    id: row.id,
    version: row.version,
    name: 'end',
    form: { photosEnd: [await picture(world, w.clerk, 'insurance.insPublicity')] },
  });
  expect(end).toMatchObject({ code: 200 });
}
/** What the test pictures raise, as serious or as harmless as the test wants it. */
const setScore = (claimId: number, score: number) =>
  world.sql(`update platform.alarm set score = $2 where subject_entity = 'insurance.insClaim' and subject_id = $1`, [
    claimId,
    score,
  ]);
/** To the door of the review, with everything that is asked for. */
async function ready(tags: readonly string[], more: object = {}): Promise<number> {
  const { data } = await report(tags);
  expect(await survey(data.claimId)).toMatchObject({ code: 200 });
  expect(await assess(data.claimId, more)).toMatchObject({ code: 200 });
  expect(await agree(data.claimId)).toMatchObject({ code: 200 });
  await hang(data.claimId);
  expect(await prove(data.claimId)).toMatchObject({ code: 200 });
  await verify(data.claimId);
  expect(await move(assessor, data.claimId, 'submitReview')).toMatchObject({ code: 200 });
  await setScore(data.claimId, 10);
  return data.claimId;
}

describe('report and survey', () => {
  it('R29–R33: a number and a deadline; once per animal; the same report again changes nothing; not covered is an inquiry', async () => {
    const body = reportBody([herd[0]?.earTag ?? '']);
    const first = await w.clerk.post('insuranceMgt/claim/report', body);
    expect(first).toMatchObject({ code: 200, data: { status: 'dispatched', head: 1, flags: [] } });
    expect(first.data.surveyor).not.toBeNull();
    const row = await claimRow(first.data.claimId);
    expect(+new Date(row.arrive_due_at) - +new Date(row.reported_at)).toBe(24 * 3_600_000);
    expect(+new Date(row.dispatch_due_at) - +new Date(row.reported_at)).toBe(30 * 60_000);
    const again = await w.clerk.post('insuranceMgt/claim/report', body);
    expect(again.data.claimId).toBe(first.data.claimId);
    expect(await report([herd[0]?.earTag ?? ''])).toMatchObject({ bizCode: 'alreadyClaimed' });
    expect(await report([herd[1]?.earTag ?? ''], { occurredAt: ago(24 * 800) })).toMatchObject({ bizCode: 'tooLate' });
    const inquiry = await report([herd[1]?.earTag ?? ''], { occurredAt: ago(24 * 120) });
    expect(inquiry).toMatchObject({ code: 200, data: { status: 'rejected', head: 0 } });
    expect((await w.other.get(`insuranceMgt/claim/${first.data.claimId}`)).code).toBe(404);
  });

  it('R32: extended once, not twice; nobody there at the deadline is an alarm', async () => {
    const { data } = await report([herd[2]?.earTag ?? ''], { occurredAt: ago(60) });
    expect(data.flags).toEqual(['lateReport']);
    const ask = async () => ({
      claimId: data.claimId,
      version: (await claimRow(data.claimId)).version,
      reason: 'weather',
      holderTold: true,
    });
    expect(await manager.post('insuranceMgt/dispatch/extend', await ask())).toMatchObject({ code: 200 });
    const row = await claimRow(data.claimId);
    expect(+new Date(row.arrive_due_at) - +new Date(row.reported_at)).toBe(48 * 3_600_000);
    expect(await manager.post('insuranceMgt/dispatch/extend', await ask())).toMatchObject({ bizCode: 'extendedOnce' });
    await world.sql(`update kit.due set due_at = now() where kind = 'insurance.claimArrival' and ref = $1`, [
      `${data.claimId}:100`,
    ]);
    await workDue(world.database);
    const alarms = await world.sql(`select kind from platform.alarm where dedup_key = $1`, [
      `clockArrive:${data.claimId}`,
    ]);
    expect(alarms).toHaveLength(1);
  });

  it('R31, R35, R37: every frame, no picture twice, sent twice is once; the animal is dead in the register', async () => {
    const { data } = await report([herd[3]?.earTag ?? '']);
    const short = await surveyBody(data.claimId, {}, ['tag']);
    expect(await surveyor.post('insuranceMgt/survey/submit', short)).toMatchObject({ bizCode: 'photoMissing' });
    expect(await assessor.post('insuranceMgt/survey/submit', short)).toMatchObject({ code: 403 });
    const body = await surveyBody(data.claimId, { endedAt: ago(0.99) });
    const bytes = await photo('jpeg', undefined, 411, 307);
    const upload = async () =>
      (await world.upload(surveyor, 'sys/file/upload', bytes, { bizType: 'insurance.insClaim' }, `${randomUUID()}.jpg`))
        .data.fileId as number;
    if (body.animals[0]?.photos[0]) body.animals[0].photos[0].fileId = await upload();
    const sent = await surveyor.post('insuranceMgt/survey/submit', body);
    expect(sent).toMatchObject({ code: 200, data: { status: 'submitted', flags: ['hasty'] } });
    const twice = await surveyor.post('insuranceMgt/survey/submit', body);
    expect(twice.data.surveyId).toBe(sent.data.surveyId);
    const [animal] = await world.sql('select status from registry.animal where id = $1', [herd[3]?.id]);
    expect(animal.status).toBe('dead');
    const died = await world.sql(`select 1 from registry.animal_event where animal_id = $1 and kind = 'died'`, [
      herd[3]?.id,
    ]);
    expect(died).toHaveLength(1);
    const other = await report([herd[4]?.earTag ?? '']);
    const stolen = await surveyBody(other.data.claimId);
    const [first] = stolen.animals;
    if (first?.photos[0]) first.photos[0].fileId = await upload();
    expect(await surveyor.post('insuranceMgt/survey/submit', stolen)).toMatchObject({ bizCode: 'photoUsed' });
    expect(await assess(data.claimId, {}, surveyor)).toMatchObject({ code: 403 });
  });
});

describe('from the offer to the bank', () => {
  it('R5–R9, R38–R43: 12,000.00, killed by order 9,000.00; no disposal, no payment; paid to the cent and closed', async () => {
    const { data } = await report([herd[5]?.earTag ?? '', herd[6]?.earTag ?? '']);
    const id = data.claimId;
    expect(await survey(id)).toMatchObject({ code: 200 });
    const [one, two] = await animalsOf(id);
    const told = await assessor.post('insuranceMgt/claim/assess', {
      claimId: id,
      version: (await claimRow(id)).version,
      lines: [
        { claimAnimalId: one.id, liabilityCode: 'calving' },
        { claimAnimalId: two.id, liabilityCode: 'calving', cullPaidCents: 300_000 },
      ],
    });
    expect(told.data.totalCents).toBe(2_100_000);
    expect(told.data.lines.map((line: { cents: number }) => line.cents)).toEqual([1_200_000, 900_000]);
    expect(await move(assessor, id, 'submitReview')).toMatchObject({ code: 409 });
    expect(await agree(id)).toMatchObject({ code: 200 });
    expect(await move(assessor, id, 'submitReview')).toMatchObject({ bizCode: 'noDisposal' });
    const used = `WH-${randomUUID().slice(0, 8)}`;
    const link = (certHead: number) => (claimAnimalIds: number[]) => async () =>
      assessor.post('insuranceMgt/disposal/link', {
        claimId: id,
        claimAnimalIds,
        source: 'paper',
        certNo: used,
        certHead,
        disposedOn: today(),
        files: [await picture(world, assessor, 'insurance.insDisposalLink')],
      });
    expect(await link(1)([one.id])()).toMatchObject({ code: 200 });
    expect(await link(1)([two.id])()).toMatchObject({ bizCode: 'certUsed' });
    const exempt = await assessor.post('insuranceMgt/disposal/link', {
      claimId: id,
      claimAnimalIds: [two.id],
      source: 'exempt',
      exemptReason: 'washedAway',
      files: [
        await picture(world, assessor, 'insurance.insDisposalLink'),
        await picture(world, assessor, 'insurance.insDisposalLink'),
      ],
    });
    expect(exempt).toMatchObject({ bizCode: 'noDisaster' });
    await world.sql(
      `insert into insurance.ins_disposal_link (tenant_no, region_code, claim_id, claim_animal_id, animal_id, insurer_id,
         principal_id, ear_tag, source, cert_no)
       select tenant_no, region_code, claim_id, id, animal_id, insurer_id, principal_id, ear_tag, 'paper', $2
       from insurance.ins_claim_animal where id = $1`,
      [two.id, `WH-${randomUUID().slice(0, 8)}`],
    );
    await verify(id);
    expect(await move(assessor, id, 'submitReview')).toMatchObject({ bizCode: 'noticeFirst' });
    await hang(id);
    expect(await move(assessor, id, 'submitReview')).toMatchObject({ code: 200 });
    const pass = (who: Person) => move(who, id, 'pass', { form: { opinion: '同意' } });
    expect(await pass(assessor)).toMatchObject({ code: 403 });
    await setScore(id, 90);
    expect(await pass(reviewer)).toMatchObject({ bizCode: 'alertOpen' });
    await setScore(id, 10);
    // 21,000.00 is above what one level may pass.
    expect(await pass(reviewer)).toMatchObject({ code: 200 });
    expect(await claimRow(id)).toMatchObject({ status: 'reviewing', level: 2 });
    expect(await pass(reviewer)).toMatchObject({ bizCode: 'samePerson' });
    await world.sql('update insurance.ins_claim_review set reviewer_id = 0 where claim_id = $1', [id]);
    expect(await pass(reviewer)).toMatchObject({ code: 200 });
    const settlements = await world.sql(
      'select id::int as id, amount::int as amount from insurance.ins_settlement where claim_id = $1',
      [id],
    );
    expect(settlements.map((row) => row.amount)).toEqual([2_100_000]);
    await expect(
      world.sql(
        `insert into insurance.ins_settlement (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id,
           payee_kind, payee_name, amount)
         select tenant_no, region_code, 'IY-MORE', id, insurer_id, principal_id, 'holder', 'x', 1 from insurance.ins_claim
         where id = $1`,
        [id],
      ),
    ).rejects.toThrow('overApproved');
    const sent = await w.cashier.post('insuranceMgt/settlement/batch', {
      settlementIds: settlements.map((row) => row.id),
    });
    expect(sent).toMatchObject({ code: 200, data: { lines: 1, totalCents: 2_100_000 } });
    expect((await claimRow(id)).status).toBe('paying');
    const serial = `${sent.data.batchNo}-0001`;
    const answer = (text: string) =>
      w.cashier.post('insuranceMgt/settlement/result', {
        text: `serial,result,amount,date,bankSerial,reason\n${text}`,
      });
    expect(await answer(`${serial},paid,21000.01,${today()},B1,`)).toMatchObject({
      data: { settled: 0, differing: [serial] },
    });
    expect(await answer(`${serial},paid,21000.00,${today()},B1,`)).toMatchObject({ data: { settled: 1, closed: 1 } });
    expect(await answer(`${serial},paid,21000.00,${today()},B1,`)).toMatchObject({ data: { settled: 0, known: 1 } });
    expect(await claimRow(id)).toMatchObject({ status: 'closed', amount: 2_100_000, paid: 2_100_000 });
    const [policy] = await world.sql('select paid_claims::int as paid from insurance.ins_policy where id = $1', [
      policyId,
    ]);
    expect(policy.paid).toBe(2_100_000);
    const covers = await world.sql(
      `select status, paid::int as paid from insurance.ins_policy_animal where animal_id = any ($1) order by id`,
      [[herd[5]?.id, herd[6]?.id]],
    );
    expect(covers).toEqual([
      { status: 'claimed', paid: 1_200_000 },
      { status: 'claimed', paid: 900_000 },
    ]);
    expect(await report([herd[5]?.earTag ?? ''])).toMatchObject({ bizCode: 'alreadyClaimed' });
    const { differences } = await checkCalcs(world.database, 1505);
    expect(differences.filter((row) => row.kind.startsWith('ins'))).toEqual([]);
    await world.sql('update insurance.ins_claim_animal set amount = amount + 1 where id = $1', [one.id]);
    const after = await checkCalcs(world.database, 1505);
    expect(after.differences.filter((row) => row.kind === 'insPayout')).toHaveLength(1);
    await world.sql('update insurance.ins_claim_animal set amount = amount - 1 where id = $1', [one.id]);
  });

  it('R43: a failed account waits with its reason; taken up again only the difference is paid', async () => {
    const id = await ready([herd[7]?.earTag ?? ''], { cullPaidCents: 300_000 });
    expect(await move(reviewer, id, 'pass', { form: { opinion: '同意' } })).toMatchObject({ code: 200 });
    const open = () =>
      world.sql(
        `select id::int as id, version, amount::int as amount, status, fail_text as why from insurance.ins_settlement
         where claim_id = $1 and status <> 'cancelled' order by id`,
        [id],
      );
    const pay = async (result: 'paid' | 'failed', settlementId: number, yuan: string) => {
      const sent = await w.cashier.post('insuranceMgt/settlement/batch', { settlementIds: [settlementId] });
      expect(sent).toMatchObject({ code: 200 });
      const text = `serial,result,amount,date,bankSerial,reason\n${sent.data.batchNo}-0001,${result},${yuan},${today()},,账号不存在`;
      return w.cashier.post('insuranceMgt/settlement/result', { text });
    };
    const [first] = await open();
    expect(first.amount).toBe(900_000);
    await pay('failed', first.id, '9000.00');
    const [failed] = await open();
    expect(failed).toMatchObject({ status: 'failed', why: '账号不存在' });
    expect(
      await w.cashier.post('insuranceMgt/settlement/transition', {
        id: failed.id,
        version: failed.version,
        name: 'retry',
      }),
    ).toMatchObject({ code: 200 });
    expect(await pay('paid', first.id, '9000.00')).toMatchObject({ data: { closed: 1 } });
    expect(await move(reviewer, id, 'reopen', { remark: '扑杀补助未实际发放' })).toMatchObject({ code: 200 });
    expect(await assess(id, { cullPaidCents: 500_000 })).toMatchObject({ bizCode: 'belowPaid' });
    expect(await assess(id)).toMatchObject({ code: 200, data: { totalCents: 1_200_000 } });
    expect(await agree(id)).toMatchObject({ code: 200 });
    expect(await move(assessor, id, 'submitReview')).toMatchObject({ code: 200 });
    expect(await move(reviewer, id, 'pass', { form: { opinion: '同意' } })).toMatchObject({ code: 200 });
    const [, second] = await open();
    expect(second.amount).toBe(300_000);
  });

  it('R12, R38: sixteen who race for one certificate: one has it', async () => {
    const claims = await Promise.all(
      [8, 9, 10].map(async (at) => (await report([herd[at]?.earTag ?? ''])).data.claimId as number),
    );
    for (const id of claims) expect(await survey(id)).toMatchObject({ code: 200 });
    const certNo = `WH-RACE-${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => prove(claims[at % 3] as number, certNo)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    const rows = await world.sql(`select 1 from insurance.ins_disposal_link where cert_no = $1`, [certNo]);
    expect(rows).toHaveLength(1);
  });

  it('insurers apart: B sees no claim, survey, payment of A, nor acts on one', async () => {
    const insurer = await insurerOf(world, 'ins1');
    for (const path of ['claim', 'claimAnimal', 'dispatch']) {
      const { data } = await w.other.get(`insuranceMgt/${path}/list?pageNum=1&pageSize=50`);
      expect((data ?? []).filter((row: { insurerId?: number }) => row.insurerId === insurer)).toEqual([]);
    }
    const [row] = await world.sql('select id::int as id from insurance.ins_claim where insurer_id = $1 limit 1', [
      insurer,
    ]);
    expect((await w.other.get(`insuranceMgt/claim/match?claimId=${row.id}`)).code).toBe(404);
    expect(
      await w.other.post('insuranceMgt/claim/transition', { id: row.id, version: 1, name: 'withdraw', remark: 'x' }),
    ).toMatchObject({ code: 404 });
  });
});

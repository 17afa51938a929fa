import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Person, World } from '#apps/server/testing/world.ts';
import { picture, soon, today, versionOf } from './fixtures.ts';
import type { Animal, Holder } from './herd.ts';

/** From the register of a village to its policies, by the people whose work it is. */
export const village = 150521101200;
export interface People {
  readonly world: World;
  readonly clerk: Person;
  readonly other: Person;
  readonly underwriter: Person;
  readonly cashier: Person;
  readonly coordinator: Person;
  readonly supervisor: Person;
  readonly cow: number;
}
export async function peopleOf(world: World): Promise<People> {
  return {
    world,
    clerk: await world.as('ins1'),
    other: await world.as('ins2'),
    underwriter: await world.as('ins_uw1'),
    cashier: await world.as('ins_fin1'),
    coordinator: await world.as('coord1'),
    supervisor: await world.as('tl_insure'),
    cow: await versionOf(world, 'COW'),
  };
}
export const account = (name: string) => ({ name, number: '6228480012345678', bankName: '示范农商行' });

export function walker(people: People) {
  const { world, clerk, underwriter, cashier, coordinator, cow } = people;
  const ask = (more: object = {}) => ({
    regionCode: village,
    versionId: cow,
    months: 12,
    coverFrom: soon(),
    ...more,
  });
  const keyOf = async (name: string) => {
    const { data } = await clerk.post('insuranceMgt/enrolment/build', { ...ask(), dryRun: true });
    return data.holders.find((one: { name: string }) => one.name === name)?.key as string;
  };
  const build = async (holders: readonly Holder[], more: object = {}) => {
    const keys = await Promise.all(holders.map((one) => keyOf(one.name)));
    return clerk.post('insuranceMgt/enrolment/build', { ...ask(more), holders: keys });
  };
  const listRow = async (id: number) =>
    (
      await world.sql(
        `select version, status, head, premium::int as premium, farmer_premium::int as farmer, parties
         from insurance.ins_enrolment where id = $1`,
        [id],
      )
    )[0];
  const move = async (who: Person, id: number, name: string, more: object = {}) =>
    who.post('insuranceMgt/enrolment/transition', { id, version: (await listRow(id)).version, name, ...more });
  const partiesOf = (id: number) =>
    world.sql(
      `select id::int as id, version, holder_name as name, status, head, farmer_premium::int as farmer
       from insurance.ins_enrolment_party where enrolment_id = $1 order by id`,
      [id],
    );
  const sign = async (id: number, who = coordinator, more: object = {}) => {
    const answers = [];
    for (const one of await partiesOf(id))
      answers.push(
        await who.post('insuranceMgt/enrolment/sign', {
          partyId: one.id,
          version: one.version,
          signMode: 'screen',
          signFile: await picture(world, who, 'insurance.insEnrolmentParty'),
          signerName: one.name,
          account: account(one.name),
          ...more,
        }),
      );
    return answers;
  };
  const coordinatorId = async () =>
    (
      await world.sql(
        `select s.id::int as id from registry.staff s join platform.sys_user u on u.id = s.user_id
         where u.username = 'coord1'`,
      )
    )[0].id;
  const taskOf = async (id: number) =>
    (
      await world.sql('select id::int as id, version, status from insurance.ins_check_task where enrolment_id = $1', [
        id,
      ])
    )[0];
  async function scan(taskId: number, tags: readonly string[], more: object = {}, who = coordinator) {
    const scans = [];
    for (const [at, tagRead] of tags.entries())
      scans.push({
        seq: at + 1,
        tagRead,
        takenAt: new Date().toISOString(),
        photos: [
          { fileId: await picture(world, who, 'insurance.insEnrolmentLine'), angle: 'tag' },
          { fileId: await picture(world, who, 'insurance.insEnrolmentLine'), angle: 'whole' },
        ],
      });
    const body = {
      clientKey: randomUUID(),
      taskId,
      startedAt: new Date().toISOString(),
      scans,
      photosHolder: [await picture(world, who, 'insurance.insCheckTask')],
      submit: true,
      ...more,
    };
    return { body, answer: await who.post('insuranceMgt/check/session', body) };
  }
  /** A list of these holders, signed and seen. */
  async function walk(holders: readonly Holder[], herd: readonly Animal[], more: object = {}): Promise<number> {
    const built = await build(holders, { coordinatorId: await coordinatorId(), ...more });
    expect(built).toMatchObject({ code: 200 });
    const { id } = built.data.enrolments[0];
    expect(await move(clerk, id, 'open')).toMatchObject({ code: 200 });
    for (const answer of await sign(id)) expect(answer).toMatchObject({ code: 200 });
    expect(await move(clerk, id, 'startCheck', { form: { dueOn: soon(5) } })).toMatchObject({ code: 200 });
    const { answer } = await scan(
      (await taskOf(id)).id,
      herd.map((one) => one.earTag),
    );
    expect(answer).toMatchObject({ code: 200, data: { status: 'passed', issues: 0 } });
    return id;
  }
  const post = async (id: number, who = clerk) =>
    who.post('insuranceMgt/publicity/post', {
      enrolmentId: id,
      version: (await listRow(id)).version,
      place: '嘎查公示栏',
      photos: [await picture(world, who, 'insurance.insPublicity')],
    });
  const endNotice = async (id: number) => {
    const [row] = await world.sql(
      `select id::int as id, version from insurance.ins_publicity where enrolment_id = $1 and status = 'posted'`,
      [id],
    );
    return clerk.post('insuranceMgt/publicity/transition', {
      ...row,
      name: 'end',
      form: { photosEnd: [await picture(world, clerk, 'insurance.insPublicity')] },
    });
  };
  const overDays = (id: number) =>
    world.sql(`update insurance.ins_publicity set ends_at = now() - interval '1 minute' where enrolment_id = $1`, [id]);
  async function approve(id: number): Promise<void> {
    expect(await post(id)).toMatchObject({ code: 200 });
    await overDays(id);
    expect(await endNotice(id)).toMatchObject({ code: 200 });
    expect(await move(clerk, id, 'submit')).toMatchObject({ code: 200 });
    expect(await move(underwriter, id, 'approve', { form: { opinion: '同意' } })).toMatchObject({ code: 200 });
  }
  async function pay(id: number, count?: number): Promise<void> {
    const orders = await world.sql(
      `select id::int as id, version, holder_name as name from insurance.ins_order where enrolment_id = $1
         and status = 'unpaid' order by id`,
      [id],
    );
    for (const one of orders.slice(0, count)) {
      const form = { payMode: 'transfer', paidOn: today(), payer: one.name, serial: randomUUID().slice(0, 20) };
      expect(
        await clerk.post('insuranceMgt/order/transition', { id: one.id, version: one.version, name: 'pay', form }),
      ).toMatchObject({ code: 200 });
      expect(
        await cashier.post('insuranceMgt/order/transition', { id: one.id, version: one.version + 1, name: 'confirm' }),
      ).toMatchObject({ code: 200 });
    }
  }
  const issue = async (id: number, more: object = {}, who = clerk) =>
    who.post('insuranceMgt/policy/issue', {
      enrolmentId: id,
      version: (await listRow(id)).version,
      policyNo: `T-${randomUUID().slice(0, 12)}`,
      ...more,
    });
  return {
    ...people,
    ask,
    keyOf,
    build,
    listRow,
    move,
    partiesOf,
    sign,
    coordinatorId,
    taskOf,
    scan,
    walk,
    post,
    endNotice,
    overDays,
    approve,
    pay,
    issue,
  };
}
export type Walker = ReturnType<typeof walker>;

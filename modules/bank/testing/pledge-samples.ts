import { randomUUID } from 'node:crypto';
import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { makeCustody, picture } from './custody.ts';
import { enforcingAt, pictureAt } from './elsewhere.ts';

type Made = { id: number; version: number };
/** Holds every permission and works for the bank: no one account of the demo may take every step. */
const master = 'bank_pledge_master';
async function person(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'bank1');
  return world.person(await openSession(world, master));
}
const common = { keeper: 'bank1', person, stranger: 'kzzq_worker1', form: async () => ({}), wrong: {} };
const one = async (world: World, text: string, values: unknown[]): Promise<Made> =>
  (await world.sql<Made>(text, values))[0] as Made;

const makePledge = async (world: World): Promise<Made> => {
  const { pledgeId } = await makeCustody(world, 3);
  // The list of animals begins with these, and asks each of its columns for one with a value.
  await world.sql(
    `update bank.pledge_item set seen_at = now(), seen_by = 'device', cover_policy_no = 'IP-TRY',
       cover_to = current_date + 90
     where pledge_id = $1`,
    [pledgeId],
  );
  return one(world, 'select id::int as id, version from bank.pledge where id = $1', [pledgeId]);
};
const makeItem = async (world: World): Promise<Made> => {
  const { pledgeId } = await makeCustody(world, 1);
  return one(world, 'select id::int as id, version from bank.pledge_item where pledge_id = $1', [pledgeId]);
};
const makeObjection = async (world: World): Promise<Made> => {
  const { pledgeId } = await makeCustody(world, 1);
  return one(
    world,
    `insert into bank.pledge_objection (tenant_no, region_code, pledge_id, bank_id, objector_name, text, received_on)
     select tenant_no, region_code, id, bank_id, '邻居', '试验异议', current_date from bank.pledge where id = $1
     returning id::int as id, version`,
    [pledgeId],
  );
};
const makeChange = async (world: World): Promise<Made> => {
  const { pledgeId, herd } = await makeCustody(world, 3);
  const made = await one(
    world,
    `insert into bank.pledge_change (tenant_no, region_code, doc_no, kind, pledge_id, bank_id, principal_id,
       supervisor_id, asked_by, reason, head_out, status)
     select tenant_no, region_code, 'PCT' || id, 'release', id, bank_id, principal_id, supervisor_id, 1, '试验', 1, 'draft'
     from bank.pledge where id = $1 returning id::int as id, version`,
    [pledgeId],
  );
  await world.sql(
    `insert into bank.pledge_change_amount (id, tenant_no, bank_id, principal_id)
     select id, tenant_no, bank_id, principal_id from bank.pledge_change where id = $1`,
    [made.id],
  );
  await world.sql(
    `insert into bank.pledge_change_line (tenant_no, parent_id, line_no, animal_id, ear_tag, direction, item_id)
     select i.tenant_no, $1, 1, i.animal_id, i.ear_tag, 'out', i.id from bank.pledge_item i where i.animal_id = $2`,
    [made.id, herd[0]?.id],
  );
  await world.sql('update bank.pledge_item set held_by_change_id = $1 where animal_id = $2', [made.id, herd[0]?.id]);
  return made;
};

/** Few cases come to a sale: the list has one. */
async function makeSold(world: World): Promise<void> {
  const { pledgeId } = await makeCustody(world, 1);
  await world.sql(
    `insert into bank.disposal_case (tenant_no, doc_no, credit_line_id, pledge_id, bank_id, principal_id, reason, way,
       sold_on, status)
     select tenant_no, 'PDT' || id, credit_line_id, id, bank_id, principal_id, '违约', 'auction', current_date, 'closed'
     from bank.pledge where id = $1`,
    [pledgeId],
  );
}

/** What must be so before each step of a pledge. */
async function ready(world: World, step: string, id: number): Promise<void> {
  if (['survey', 'contract', 'verify', 'publish'].includes(step))
    await world.sql(
      `update bank.pledge_item set state = 'reserved', surveyed_at = now(), survey_read_by = 'rfid' where pledge_id = $1`,
      [id],
    );
  if (step === 'contract')
    await world.sql(`update bank.pledge set notice_to = now() - interval '1 hour' where id = $1`, [id]);
  if (step === 'activate' || step === 'deregisterCancelled')
    await world.sql('update bank.pledge set registry_no = $2 where id = $1', [id, randomUUID()]);
  if (step === 'activate')
    await world.sql(
      `update bank.pledge_site set board_photo = '{1}' where id = (select site_id from bank.pledge where id = $1)`,
      [id],
    );
}
const file = async (world: World) => [await picture(world, await person(world), 'bank.pledge')];
const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const cancelled = async (world: World) => ({ cancelNo: 'ZX1', cancelledOn: day(0), cancelFile: await file(world) });

export const samples: Record<string, Sample> = {
  'bank.pledge': {
    ...common,
    make: makePledge,
    ready,
    inputs: {
      verify: async (world) => ({ titleOpinion: '属实', titleFiles: await file(world) }),
      publish: async (world) => ({ noticePlace: '村委会', noticePhotos: await file(world) }),
      contract: async (world) => ({
        contractNo: randomUUID().slice(0, 20),
        contractOn: day(0),
        contractFile: await file(world),
        searchOn: day(-1),
        searchFile: await file(world),
      }),
      register: async (world) => ({
        registryNo: randomUUID(),
        registeredOn: day(0),
        registryExpireOn: day(900),
        registryFile: await file(world),
      }),
      extend: async (world) => ({ registryExpireOn: day(900), registryFile: await file(world) }),
      discharge: async () => ({ dischargeReason: 'settled' }),
      deregister: cancelled,
      deregisterCancelled: cancelled,
      enforce: async (world) => ({ defaultFacts: '逾期', legalFiles: await file(world) }),
    },
  },
  'bank.pledgeItem': { ...common, make: makeItem },
  'bank.pledgeObjection': {
    ...common,
    form: async () => ({ objectorName: '邻居', objectorPhone: null, text: '试验', receivedOn: day(0) }),
    make: makeObjection,
  },
  // Approved with a repayment to wait for: without one it takes effect in the same moment.
  'bank.pledgeChange': { ...common, make: makeChange, inputs: { approve: async () => ({ repayBefore: 1 }) } },
  'bank.disposalCase': {
    ...common,
    person: async (world) => {
      await makeSold(world);
      return person(world);
    },
    form: async (world) => {
      const { pledgeId } = await makeCustody(world, 1, { status: 'enforcing' });
      return { pledgeId, reason: '违约', basisFiles: await file(world) };
    },
    elsewhere: async (world, place) => ({
      pledgeId: await enforcingAt(world, place),
      basisFiles: [await pictureAt(world, place, 'bank.disposalCase')],
    }),
    wrong: { reason: '' },
    ready: async (world, step, id) => {
      if (step === 'offer')
        await world.sql(`update bank.disposal_case set lots = '[{"animalIds":[1],"startPrice":1}]' where id = $1`, [
          id,
        ]);
    },
    inputs: {
      appraise: async (world) => ({ appraisedValue: 100, appraisalFiles: await file(world) }),
      offer: async () => ({ way: 'auction' }),
    },
  },
};

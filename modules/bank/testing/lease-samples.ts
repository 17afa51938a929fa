import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { unique } from './custody.ts';
import { bankAt, holderAt } from './elsewhere.ts';

type Made = { id: number; version: number };
const master = 'bank_lease_master';
/** Holds every permission and works for the service company. */
async function person(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'lease1');
  return world.person(await openSession(world, master));
}
const common = { keeper: 'lease1', person, stranger: 'kzzq_worker1', form: async () => ({}), wrong: {} };
const unitOf = (username: string) => `(select principal_id from platform.sys_user where username = '${username}')`;

const makeLease = async (world: World, status = 'draft'): Promise<Made> =>
  (
    await world.sql<Made>(
      `insert into bank.device_lease (tenant_no, doc_no, lessor_id, lessee_id, contract_no, from_on, to_on, status)
       values (1505, 'LET' || $1, ${unitOf('lease1')}, ${unitOf('farm1')}, 'HT' || $1, current_date - 60,
         current_date + 300, $2) returning id::int as id, version`,
      [unique(), status],
    )
  )[0] as Made;
const makeLine = async (world: World): Promise<Made> => {
  const lease = await makeLease(world, 'active');
  const [device] = await world.sql<{ id: number }>(
    `insert into device.device (tenant_no, home_region, device_no, model_id, kind, principal_id, owner_id)
     select 1505, 150521000000, 'TRY-L' || $1, m.id, m.kind, ${unitOf('lease1')}, ${unitOf('lease1')}
     from device.device_model m where m.kind = 'collar' order by m.id limit 1 returning id::int as id`,
    [unique()],
  );
  return (
    await world.sql<Made>(
      `insert into bank.lease_line (tenant_no, lease_id, lessor_id, lessee_id, device_id, device_no, device_kind, model_id,
         month_rent, from_on, to_on)
       select 1505, l.id, l.lessor_id, l.lessee_id, d.id, d.device_no, d.kind, d.model_id, 3000, current_date - 30,
         current_date + 300
       from bank.device_lease l, device.device d where l.id = $1 and d.id = $2 returning id::int as id, version`,
      [lease.id, device?.id],
    )
  )[0] as Made;
};
const makeBill = async (world: World): Promise<Made> => {
  const lease = await makeLease(world, 'active');
  return (
    await world.sql<Made>(
      `insert into bank.lease_bill (tenant_no, doc_no, lease_id, lessor_id, lessee_id, month, amount, devices, due_on)
       select 1505, 'LBT' || $2, id, lessor_id, lessee_id, '2026-08', 0, 1, current_date + 5 from bank.device_lease
       where id = $1 returning id::int as id, version`,
      [lease.id, unique()],
    )
  )[0] as Made;
};

export const samples: Record<string, Sample> = {
  'bank.deviceLease': {
    ...common,
    form: async (world) => ({
      lesseeId: (await world.sql<{ id: number }>(`select ${unitOf('farm1')}::int as id`))[0]?.id,
      forBankId: null,
      contractNo: `HT-${unique()}`,
      fromOn: '2026-10-01',
      toOn: '2027-09-30',
      deposit: 50_000,
      files: [],
      remark: null,
    }),
    elsewhere: async (world, place) => {
      await bankAt(world, place);
      return { lesseeId: await holderAt(world, place) };
    },
    inputs: { renew: async () => ({ toOn: '2030-01-01' }) },
    wrong: { toOn: '2026-09-01' },
  },
  'bank.leaseLine': { ...common, make: makeLine },
  'bank.leaseBill': { ...common, make: makeBill, inputs: { pay: async () => ({ paidOn: '2026-10-01', proof: [] }) } },
};

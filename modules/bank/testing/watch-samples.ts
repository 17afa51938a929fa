import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { makeCustody, picture, unique } from './custody.ts';

type Made = { id: number; version: number };
const master = 'bank_watch_master';
async function person(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'bank1');
  return world.person(await openSession(world, master));
}
const common = { keeper: 'bank1', person, stranger: 'kzzq_worker1', form: async () => ({}), wrong: {} };

export const samples: Record<string, Sample> = {
  'bank.pledgeCover': {
    ...common,
    make: async (world) => {
      const { pledgeId } = await makeCustody(world, 1);
      const [row] = await world.sql<Made>(
        'select id::int as id, version from bank.pledge_item where pledge_id = $1 limit 1',
        [pledgeId],
      );
      return row as Made;
    },
  },
  'bank.pledgeClaim': {
    ...common,
    make: async (world) => {
      const { pledgeId } = await makeCustody(world, 1);
      const [row] = await world.sql<Made>(
        `insert into bank.pledge_claim (tenant_no, bank_id, principal_id, pledge_id, credit_line_id, claim_id, claim_no,
           insurer_name, ear_tags, heads, reported_on)
         select 1505, bank_id, principal_id, id, credit_line_id, 700000000 + id, 'ICT' || $2, '试验保险', '{}', 1,
           current_date
         from bank.pledge where id = $1 returning id::int as id, version`,
        [pledgeId, unique()],
      );
      return row as Made;
    },
    inputs: {
      waive: async (world) => ({
        waiveReason: '已置换',
        waiveFiles: [await picture(world, await person(world), 'bank.pledgeClaim')],
      }),
    },
  },
};

import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { type Custody, makeCustody, unique } from './custody.ts';

type Made = { id: number; version: number };
/** Holds every permission and works for the bank: no one account of the demo may count and settle. */
const master = 'bank_custody_master';
async function person(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'bank1');
  return world.person(await openSession(world, master));
}
const common = { keeper: 'bank1', person, stranger: 'kzzq_worker1', form: async () => ({}), wrong: {} };
const made = async (world: World, text: string, values: unknown[]): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id::int as id, version`, values))[0] as Made;

let custody: Promise<Custody> | null = null;
/** One herd for all rows: what they say of it does not matter to the suite. */
const one = (world: World): Promise<Custody> => {
  custody ??= makeCustody(world, 5);
  return custody;
};
async function makeSite(world: World): Promise<Made> {
  const { siteId } = await one(world);
  // Nothing was ever pledged there: it may be removed.
  return made(
    world,
    `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, hovel_ids, channel_ids,
       manager_user_id, board_photo, longitude, latitude)
     select tenant_no, region_code, $2, name, principal_id, bank_id, hovel_ids, '{1}', manager_user_id, '{1}', longitude,
       latitude from bank.pledge_site where id = $1`,
    [siteId, `S${unique()}`],
  );
}
async function makeCount(world: World): Promise<Made> {
  const { siteId, bankId, principalId, pledgeId, herd } = await makeCustody(world, 1);
  const row = await made(
    world,
    `insert into bank.pledge_count (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, pledge_ids, planned_on,
       due_on, started_at, book_heads, found, status)
     select 1505, region_code, 'PST' || id, id, $2, $3, array[$4::bigint], current_date, current_date, now(), 1, 1,
       'counting' from bank.pledge_site where id = $1`,
    [siteId, bankId, principalId, pledgeId],
  );
  await world.sql(
    `insert into bank.pledge_count_line (tenant_no, region_code, bank_id, principal_id, count_id, animal_id, ear_tag,
       tag_read, expected, read_by, at, metres, result)
     select 1505, region_code, bank_id, principal_id, id, $2, $3, $3, true, 'rfid', now(), 0, 'found'
     from bank.pledge_count where id = $1`,
    [row.id, herd[0]?.id, herd[0]?.earTag],
  );
  return row;
}
async function makeLine(world: World): Promise<Made> {
  const { id } = await makeCount(world);
  const [line] = await world.sql<Made>(
    'select id::int as id, version from bank.pledge_count_line where count_id = $1',
    [id],
  );
  return line as Made;
}
async function makeVisit(world: World): Promise<Made> {
  const { siteId } = await makeCustody(world, 1);
  return made(
    world,
    `insert into bank.patrol_visit (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, planned_on, due_on,
       patroller_id, started_at, ended_at, heads_seen, conclusion, status)
     select 1505, region_code, 'PTT' || nextval('bank.patrol_visit_id_seq'), id, bank_id, principal_id, current_date,
       current_date, manager_user_id, now() - interval '1 hour', now(), 5, 'normal', 'submitted'
     from bank.pledge_site where id = $1`,
    [siteId],
  );
}

export const samples: Record<string, Sample> = {
  'bank.pledgeSite': { ...common, make: makeSite },
  'bank.pledgeCount': {
    ...common,
    make: makeCount,
    inputs: {
      finish: async () => ({ holderSign: null }),
      settle: async () => ({ marksAnswer: '一人清点，圈舍狭小' }),
    },
  },
  'bank.pledgeCountLine': { ...common, make: makeLine },
  'bank.patrolVisit': { ...common, make: makeVisit },
};

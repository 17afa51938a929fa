import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';

type Made = { id: number; version: number };
let serial = 0;
const unique = () => `${process.pid}${++serial}`;

const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id, version`, values))[0] as Made;

const makeRound = (world: World): Promise<Made> =>
  one(
    world,
    `insert into prevention.census_round (tenant_no, region_code, name, year, count_date, start_date, end_date, region_codes, species, status)
     values (1505, 150521000000, $1, 2026, current_date, current_date - 2, current_date + 20, '{150521000000}', '{cattle,sheep,goat}', 'ongoing')`,
    [`试验${unique()}`],
  );

/** A household where the township station works. */
const holder = `(select id from registry.principal where tenant_no = 1505 and region_code / 1000 = 150521101 and principal_unit_type = 'household' and status = 'active' order by id limit 1)`;

async function makeSheet(world: World): Promise<Made> {
  const round = await makeRound(world);
  return one(
    world,
    `insert into prevention.census_sheet (tenant_no, round_id, principal_id, region_code) select 1505, $1, id, region_code from registry.principal where id = ${holder}`,
    [round.id],
  );
}

const makeAction = (world: World): Promise<Made> =>
  one(
    world,
    `insert into prevention.investigation_action (tenant_no, doc_no, name, type, disease_code, region_code, region_codes, index_principal_id, leader_id, team, form_code, start_date)
     select 1505, 'IV-TRY-' || $1, '试验', 'special', 'fmd', p.region_code, array[p.region_code], p.id, s.id, array[s.id], 'fmd', current_date
     from registry.principal p, (select min(id) as id from registry.staff where tenant_no = 1505 and region_code / 1000000 = 150521 and status = 'active') s where p.id = ${holder}`,
    [unique()],
  );

async function makeInfo(world: World): Promise<Made> {
  const action = await makeAction(world);
  await world.sql(`update prevention.investigation_action set status = 'ongoing' where id = $1`, [action.id]);
  const answers = {
    keeping: 'mixed',
    immunityComplete: true,
    signsSeen: ['none'],
    neighboursIll: false,
    disinfection: 'daily',
    likelySource: 'unknown',
    opinion: '无',
  };
  return one(
    world,
    `insert into prevention.investigation_info (tenant_no, action_id, principal_id, region_code, role, visited_on, investigator_ids, answers)
     select 1505, a.id, a.index_principal_id, a.region_code, 'index', current_date, a.team, $2 from prevention.investigation_action a where a.id = $1`,
    [action.id, JSON.stringify(answers)],
  );
}

const none = { form: async () => ({}), wrong: {} };

export const samples: Record<string, Sample> = {
  'prevention.censusRound': {
    keeper: 'ant_pref1',
    stranger: 'bank1',
    form: async () => ({
      name: `试验${unique()}`,
      year: 2026,
      regionCode: 150521000000,
      countDate: dayFromNow(0),
      startDate: dayFromNow(-1),
      endDate: dayFromNow(10),
      species: ['cattle'],
    }),
    wrong: { species: ['dragon'] },
  },
  'prevention.censusSheet': { ...none, keeper: 'kzzq_station', stranger: 'bank1', make: makeSheet },
  'prevention.investigationAction': {
    ...none,
    keeper: 'ant_cty1',
    stranger: 'house1',
    make: makeAction,
    inputs: {
      issue: async () => ({ wholeStock: false, measures: null }),
      conclude: async () => ({ conclusion: 'excluded', measures: null }),
      revise: async () => ({ conclusion: 'closed' }),
    },
  },
  'prevention.investigationInfo': { ...none, keeper: 'ant_cty1', stranger: 'house1', make: makeInfo },
};

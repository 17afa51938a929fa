import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { dayFromNow, principalOf } from '#modules/depot/testing/fixtures.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};
interface Made {
  id: number;
  version: number;
}
const one = async (world: World, text: string, values: unknown[]): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id, version`, values))[0] as Made;

const makeTask = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into prevention.sample_task (tenant_no, doc_no, name, region_code, purpose, disease_codes, species, item_ids, sample_type, lab_id, start_date, end_date, quota)
     select 1505, $1, '试验任务', 150500000000, 'pathogen', '{brucellosis}', '{cattle,sheep}', array[i.id], 'serum', $2, current_date, current_date + 20,
       '[{"regionCode": 150521000000, "households": 1, "heads": 2}]' from prevention.detect_item i where i.tenant_no = 1505 and i.code = 'brucRbt'`,
    [`SK-TRY-${unique()}`, await principalOf(world, 'lab1')],
  );

/** A household of the township, of a task of its own. */
async function makeAssignment(world: World): Promise<Made> {
  const task = await makeTask(world);
  return one(
    world,
    `insert into prevention.sample_assignment (tenant_no, task_id, region_code, principal_id, lab_id, quota, due_on)
     select 1505, $1, p.region_code, p.id, $2, 2, current_date + 20 from registry.principal p
     where p.tenant_no = 1505 and p.region_code between 150521101200 and 150521101201 and p.principal_unit_type = 'household' order by p.id limit 1`,
    [task.id, await principalOf(world, 'lab1')],
  );
}

async function makeLog(world: World): Promise<Made> {
  const assignment = await makeAssignment(world);
  return one(
    world,
    `insert into prevention.sample_log (tenant_no, doc_no, assignment_id, task_id, principal_id, region_code, lab_id, sampled_on, sampler_id)
     select tenant_no, $2, id, task_id, principal_id, region_code, lab_id, current_date, (select min(s.id) from registry.staff s where s.tenant_no = 1505)
     from prevention.sample_assignment where id = $1`,
    [assignment.id, `SP-TRY-${unique()}`],
  );
}

async function makeSample(world: World): Promise<Made> {
  const log = await makeLog(world);
  serial += 1;
  return one(
    world,
    `insert into prevention.sample (tenant_no, barcode, log_id, task_id, principal_id, region_code, lab_id, pool_no, species, sample_type, status)
     select tenant_no, $2, id, task_id, principal_id, region_code, lab_id, 'P1', 'cattle', 'serum', 'received' from prevention.sample_log where id = $1`,
    [log.id, String(900_000_000_000 + Math.floor(Math.random() * 1e9) * 10 + (serial % 10))],
  );
}

/** Measured by the other one of the two. */
async function makeResult(world: World): Promise<Made> {
  const sample = await makeSample(world);
  return one(
    world,
    `insert into prevention.sample_result (tenant_no, sample_id, item_id, principal_id, region_code, lab_id, task_id, disease_code, species, barcode, value, conclusion,
       tested_on, instrument_id, tester_id)
     select s.tenant_no, s.id, i.id, s.principal_id, s.region_code, s.lab_id, s.task_id, i.disease_code, s.species, s.barcode, 0, 'negative', current_date,
       (select min(id) from prevention.lab_instrument where tenant_no = 1505), (select id from platform.sys_user where username = 'lab2')
     from prevention.sample s join prevention.detect_item i on i.tenant_no = s.tenant_no and i.code = 'brucRbt' where s.id = $1`,
    [sample.id],
  );
}

const noForm = async () => ({});
const common = { stranger: 'tl_admin', neighbour: 'cf_mgr', form: noForm, wrong: {} } as const;

/** Tasks, tubes and results. */
export const samples: Record<string, Sample> = {
  'prevention.detectItem': {
    ...common,
    keeper: 'lab1',
    form: async () => ({
      code: `try${unique()}`,
      name: '试验项目',
      diseaseCode: 'fmd',
      target: 'antibody',
      method: 'lbElisa',
      unit: 'log2',
      comparator: 'ge',
      threshold: 7,
      suspectFrom: null,
      plausibleFrom: 0,
      plausibleTo: 14,
      instrumentType: 'elisaReader',
      reportDays: 5,
    }),
    wrong: { method: 'noSuchMethod' },
  },
  'prevention.labInstrument': {
    ...common,
    keeper: 'lab1',
    form: async (world) => ({
      labId: await principalOf(world, 'lab1'),
      name: '试验酶标仪',
      model: 'T-1',
      serialNo: `T-${unique()}`,
      type: 'elisaReader',
      boughtOn: dayFromNow(-400),
      calibratedOn: dayFromNow(-10),
      calibrateEveryDays: 365,
      keeperId: null,
    }),
    wrong: { type: 'noSuchType' },
  },
  'prevention.sampleTask': { ...common, keeper: 'ant_pref1', make: makeTask },
  'prevention.sampleAssignment': { ...common, keeper: 'ant_pref1', make: makeAssignment },
  'prevention.sampleLog': { ...common, keeper: 'kzzq_station', make: makeLog },
  'prevention.sample': { ...common, keeper: 'lab1', make: makeSample },
  'prevention.sampleResult': { ...common, keeper: 'lab1', make: makeResult },
};

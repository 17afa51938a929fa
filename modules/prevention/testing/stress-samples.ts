import { photo } from '#apps/server/testing/sample-files.ts';
import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';

let serial = 0;

/** A case of its own for every asking, of an animal that was immunised. */
async function makeCase(world: World): Promise<{ id: number; version: number }> {
  serial += 1;
  const [row] = await world.sql<{ id: number; version: number }>(
    `insert into prevention.stress_case (tenant_no, doc_no, principal_id, region_code, untagged_desc, ear_tag, species, stage, visit_id, line_no, staff_id, disease_codes, vaccine_name, lot_no, immunised_at,
       reacted_at, outcome, symptoms, reporter_id, status, created_by)
     select 1505, 'SDTEST' || $1, v.principal_id, v.region_code, '{"species": "sheep", "stage": "lamb"}', null, 'sheep', 'lamb', v.id, n.line_no, v.staff_id, n.disease_codes, n.vaccine_name, n.lot_no, now() - interval '2 days',
       now() - interval '1 day', 'observing', '{swelling}', u.id, 'observing', u.id
     from prevention.immunisation_visit v join prevention.immunisation_line n on n.visit_id = v.id join platform.sys_user u on u.username = 'ant_pref1'
     where v.tenant_no = 1505 and v.counted and v.region_code >= 150521000000 and v.region_code < 150522000000 order by v.id limit 1 returning id, version`,
    [`${Date.now().toString(36)}${serial}`],
  );
  if (!row) throw new Error('nobody was immunised');
  return row;
}

async function pictures(world: World): Promise<number[]> {
  const person = world.person(await openSession(world, 'keeper_of_cases'));
  const bytes = await photo('jpeg', undefined, 40, 40);
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1)
    ids.push(
      (await world.upload(person, 'sys/file/upload', bytes, { bizType: 'prevention.stressCase' }, 'a.jpg')).data.fileId,
    );
  return ids;
}

export const samples: Record<string, Sample> = {
  'prevention.stressCase': {
    keeper: 'tl_region',
    person: async (world) => {
      await makeMaster(world, 'keeper_of_cases');
      return world.person(await openSession(world, 'keeper_of_cases'));
    },
    stranger: 'ins1',
    form: async () => ({}),
    make: makeCase,
    // Everybody else's part is done as each step wants to find it.
    ready: async (world, name, id) => {
      if (['withdraw', 'report'].includes(name))
        await world.sql(
          "update prevention.stress_case set reporter_id = (select id from platform.sys_user where username = 'keeper_of_cases') where id = $1",
          [id],
        );
      if (name === 'approve')
        await world.sql(
          'update prevention.stress_case set public_to = prevention.today() - 1, disposed_on = prevention.today() where id = $1',
          [id],
        );
      if (name === 'pay')
        await world.sql(
          "insert into prevention.stress_pay (tenant_no, stress_case_id, principal_id, payer_id, payee_name) select tenant_no, id, principal_id, principal_id, '户主' from prevention.stress_case where id = $1",
          [id],
        );
    },
    inputs: {
      recover: async () => ({ recoveredOn: '2026-11-10' }),
      report: async (world) => ({
        diedAt: new Date(Date.now() - 60_000).toISOString(),
        photos: await pictures(world),
        payTo: '户主',
      }),
      verify: async () => ({ verifyOpinion: '属实', weight: 20, caused: true, seenInPerson: true }),
      confirm: async () => ({}),
      publicise: async () => ({ publicFrom: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10) }),
      object: async () => ({ objection: '有异议', finding: '已核查' }),
      pay: async () => ({ batchNo: 'BC-1', paidOn: '2026-11-01' }),
    },
    wrong: {},
  },
  'prevention.vaccineIssue': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) =>
      (
        await world.sql<{ id: number; version: number }>(
          `select b.id, b.version from depot.stock_balance b join depot.depot d on d.id = b.depot_id join depot.material m on m.id = b.material_id
           where b.tenant_no = 1505 and d.kind = 'box' and m.kind = 'vaccine' order by b.id limit 1`,
        )
      )[0] as { id: number; version: number },
    wrong: {},
  },
};

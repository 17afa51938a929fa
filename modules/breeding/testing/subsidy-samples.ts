import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { common, holder, type Made, noForm, one, unique } from './fixtures.ts';

const programmeForm = () => ({
  code: `T-${unique()}`,
  name: '试验补贴',
  kind: 'semen',
  year: 2026,
  regionCode: 150500000000,
  centralPct: 50,
  provincePct: 30,
  prefecturePct: 0,
  countyPct: 20,
  budget: 1_000_000,
  publicityDays: 7,
  docIds: null,
  remark: null,
});
const makeProgramme = (world: World, tenantNo = 1505) =>
  one(
    world,
    `insert into breeding.subsidy_programme (tenant_no, code, name, kind, year, region_code, central_pct, county_pct,
       budget, status) values ($2, $1, '试验补贴', 'semen', 2026, 150500000000, 50, 50, 100000000, 'active')`,
    [`T-${unique()}`, tenantNo],
  );
async function makeBatch(world: World): Promise<Made> {
  const programme = await makeProgramme(world);
  return one(
    world,
    `insert into breeding.subsidy_batch (tenant_no, region_code, doc_no, programme_id, kind, period_from, period_to, cut_at,
       result_hash) values (1505, 150521000000, 'BB-TRY-' || $1, $2, 'semen', current_date - 30, current_date, now(),
       '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945')`,
    [unique(), programme.id],
  );
}
async function makeLine(world: World): Promise<Made> {
  const batch = await makeBatch(world);
  return one(
    world,
    `insert into breeding.subsidy_line (tenant_no, region_code, batch_id, programme_id, year, payee_kind, payee_id,
       principal_id, payee_name, count, amount_cents)
     select 1505, p.region_code, $1, b.programme_id, 2026, 'holder', p.id, p.id, '某户', 1, 100
     from registry.principal p, breeding.subsidy_batch b where p.id = ${holder} and b.id = $1`,
    [batch.id],
  );
}

export const samples: Record<string, Sample> = {
  'breeding.subsidyProgramme': {
    ...common,
    form: async () => programmeForm(),
    ready: async (world, transition, id) => {
      if (transition === 'activate')
        await world.sql(
          `insert into breeding.subsidy_rule (tenant_no, programme_id, rule_version, unit_amount, params, params_hash,
             valid_from, status) values (1505, $1, 1, 100, '{}', 'x', '2026-01-01', 'published')`,
          [id],
        );
    },
    wrong: { countyPct: 30 },
  },
  'breeding.subsidyRule': {
    ...common,
    form: async (world) => ({
      programmeId: (await makeProgramme(world)).id,
      validFrom: '2026-01-01',
      validTo: null,
      unitAmount: 1500,
      laterAmount: null,
      mostPerCow: 2,
      minCows: null,
      maxCows: null,
      roundId: null,
      aiOnly: true,
      tagWithinDays: null,
      aliveDays: null,
      immunised: [],
      listingScheme: 'national',
      breeds: [],
      methods: [],
    }),
    ready: async (world, transition, id) => {
      if (transition === 'publish')
        await world.sql('update breeding.subsidy_rule set created_by = null where id = $1', [id]);
    },
    elsewhere: async (world, { tenantNo }) => ({ programmeId: (await makeProgramme(world, tenantNo)).id }),
    wrong: { programmeId: 999_999_999 },
  },
  'breeding.subsidyBatch': {
    ...common,
    form: noForm,
    make: makeBatch,
    inputs: { publicise: async () => ({ publicFrom: '2026-09-01' }) },
    ready: async (world, transition, id) => {
      if (transition === 'approve')
        await world.sql(
          'update breeding.subsidy_batch set public_to = current_date - 1, computed_by = null, checked_by = null where id = $1',
          [id],
        );
    },
  },
  'breeding.subsidyLine': { ...common, form: noForm, make: makeLine },
};

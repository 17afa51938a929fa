import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { claimSamples, makeClaim } from './claim-rows.ts';
import { authority, hireAt, insurerAt, insurerOf, type Made, noForm, one, person, soon, unique } from './fixtures.ts';
import { serviceSamples } from './service-rows.ts';

const village = 150521101200;
const insurer = `(select principal_id from platform.sys_user where username = 'ins1')`;
const holder = `(select id from registry.principal where tenant_no = 1505 and region_code = ${village}
  and principal_unit_type = 'household' and status = 'active' order by id limit 1)`;
const version = `(select v.id from insurance.ins_product_version v join insurance.ins_product p on p.id = v.product_id
  where v.tenant_no = 1505 and p.code = 'COW' and v.version_no = 2)`;
const product = `(select id from insurance.ins_product where tenant_no = 1505 and code = 'COW')`;
const common = { keeper: 'ins_mgr1', person, stranger: 'tl_admin', wrong: {} } as const;

/** One row a holder, insurer and year: the next one has the next year. */
let collationYear = 0;

export const makeList = (world: World, status = 'draft'): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_enrolment (tenant_no, region_code, doc_no, organiser_id, organiser_name, insurer_id, area_id,
       version_id, product_id, cover_code, months, cover_from, cover_to, status)
     values (1505, ${village}, 'IE-TRY-' || $1, ${holder}, '试验嘎查', ${insurer}, 1, ${version}, ${product}, 'death', 12,
       current_date + 20, current_date + 384, $2)`,
    [unique(), status],
  );
const makeParty = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_enrolment_party (tenant_no, region_code, enrolment_id, insurer_id, principal_id, holder_name)
     values (1505, ${village}, $1, ${insurer}, ${holder}, '试验户')`,
    [(await makeList(world)).id],
  );
/** With an animal number nobody has: a sample is not insured. */
const makeLine = async (world: World): Promise<Made> => {
  const party = await makeParty(world);
  return one(
    world,
    `insert into insurance.ins_enrolment_line (tenant_no, region_code, enrolment_id, party_id, insurer_id, principal_id,
       animal_id, ear_tag, cover_code, species, breed, sex, stage, birth_date, age_days, sum_insured, premium, farmer_premium)
     select 1505, ${village}, p.enrolment_id, p.id, p.insurer_id, p.principal_id, 900000000 + $2::bigint % 90000000,
       '215052100099999', 'death', 'cattle', 'simmental', 'female', 'cow', current_date - 900, 900, 1200000, 42000, 8400
     from insurance.ins_enrolment_party p where p.id = $1`,
    [party.id, Number(unique()) % 90_000_000],
  );
};
const makeOrder = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_order (tenant_no, region_code, doc_no, enrolment_id, party_id, insurer_id, principal_id,
       holder_name, head, amount, due_on)
     select 1505, ${village}, 'IO-TRY-' || $2, p.enrolment_id, p.id, p.insurer_id, p.principal_id, '试验户', 1, 8400,
       current_date + 5 from insurance.ins_enrolment_party p where p.id = $1`,
    [(await makeParty(world)).id, unique()],
  );
const makeTask = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_check_task (tenant_no, region_code, doc_no, enrolment_id, insurer_id, party_ids, mode, seed,
       due_on) values (1505, ${village}, 'IC-TRY-' || $2, $1, ${insurer}, '{}', 'full', 1, current_date + 5)`,
    [(await makeList(world, 'checking')).id, unique()],
  );
const makeIssue = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_check_issue (tenant_no, region_code, task_id, enrolment_id, insurer_id, principal_id,
       holder_name, ear_tag, kind)
     select 1505, ${village}, k.id, k.enrolment_id, k.insurer_id, ${holder}, '试验户', $2, 'missing'
     from insurance.ins_check_task k where k.id = $1`,
    [(await makeTask(world)).id, unique()],
  );
const makeNotice = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_publicity (tenant_no, region_code, doc_no, enrolment_id, insurer_id, snapshot, snapshot_hash,
       days, posted_at, ends_at, hotline)
     values (1505, ${village}, 'IN-TRY-' || $2, $1, ${insurer}, '{"village": "", "product": "", "coverFrom": "",
       "coverTo": "", "rows": []}', repeat('0', 64), 3, now() - interval '5 days', now() - interval '1 day', '12316')`,
    [(await makeList(world, 'publicity')).id, unique()],
  );
/** The same for every form of a world: an objection stays with its notice. */
const notices = new WeakMap<World, Promise<Made>>();
async function noticeOf(world: World): Promise<number> {
  const made = notices.get(world) ?? makeNotice(world);
  notices.set(world, made);
  return (await made).id;
}
const makePolicy = async (world: World, coverTo = 'current_date + 20'): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_policy (tenant_no, region_code, doc_no, policy_no, enrolment_id, insurer_id, version_id,
       product_id, cover_code, organiser_id, organiser_name, months, cover_from, cover_to, head, sum_insured, premium,
       farmer_premium, split, status)
     select e.tenant_no, e.region_code, 'IP-TRY-' || $2, 'T-' || $2, e.id, e.insurer_id, e.version_id, e.product_id,
       'death', e.organiser_id, '试验嘎查', 12, current_date - 340, ${coverTo}, 1, 1200000, 42000, 8400, '[]', 'effective'
     from insurance.ins_enrolment e where e.id = $1`,
    [(await makeList(world, 'issued')).id, unique()],
  );
const makeCertificate = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id, holder_name,
       cert_no, head, sum_insured, premium, farmer_premium)
     select p.tenant_no, p.region_code, p.id, p.insurer_id, ${holder}, '试验户', p.doc_no || '-0001', 1, 1200000, 42000, 8400
     from insurance.ins_policy p where p.id = $1`,
    [(await makePolicy(world)).id],
  );
const makeAnimal = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, insurer_id, principal_id,
       animal_id, ear_tag, species, stage, birth_date, product_id, cover_code, cover_from, cover_to, sum_insured, premium)
     select c.tenant_no, c.region_code, c.policy_id, c.id, c.insurer_id, c.principal_id, 900000000 + $2::bigint % 90000000,
       '215052100099998', 'cattle', 'cow', current_date - 900, ${product}, 'death', current_date - 340,
       current_date + 24, 1200000, 42000 from insurance.ins_policy_party c where c.id = $1`,
    [(await makeCertificate(world)).id, Number(unique()) % 90_000_000],
  );
const makeSafeTag = (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_safe_tag (tenant_no, region_code, insurer_id, principal_id, holder_name, code, animal_id,
       ear_tag, worn_on)
     values (1505, ${village}, ${insurer}, ${holder}, '试验户', $1, 900000000, '215052100099997', current_date)`,
    [8_000_000_000 + (Number(unique()) % 900_000_000)],
  );
const makeEndorsement = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_endorsement (tenant_no, region_code, doc_no, policy_id, insurer_id, principal_id, kind,
       effective_on, reason)
     select p.tenant_no, p.region_code, 'IB-TRY-' || $2, p.id, p.insurer_id, ${holder}, 'remove', current_date + 5, '试验'
     from insurance.ins_policy p where p.id = $1`,
    [(await makePolicy(world)).id, unique()],
  );
async function makeStaff(world: World): Promise<number> {
  const [who] = await world.sql<{ id: number }>(
    `insert into registry.person (tenant_no, region_code, name) values (1505, 150500000000, '试验出单员') returning id::int as id`,
  );
  const [staff] = await world.sql<{ id: number }>(
    `insert into registry.staff (tenant_no, region_code, principal_id, person_id, name, job, hired_on, status)
     values (1505, 150500000000, ${insurer}, $1, '试验出单员', 'issuingClerk', current_date - 100, 'active')
     returning id::int as id`,
    [who?.id],
  );
  return staff?.id ?? 0;
}

const versionForm = async (world: World) => ({
  productId: (
    await world.sql<{ id: number }>(
      `insert into insurance.ins_product (tenant_no, code, name, cover_code, kind, species)
       values (1505, $1, '试验险种', 'death', 'policy', 'cattle') returning id::int as id`,
      [`T${unique()}`],
    )
  )[0]?.id,
  regionCode: 150500000000,
  saleFrom: '2026-01-01',
  saleTo: null,
  sumInsured: 1_200_000,
  ratePpm: 35_000,
  terms: [{ months: 12, num: 1, den: 1 }],
  payers: [
    { payerCode: 'central', level: 'central', bp: 8_000 },
    { payerCode: 'farmer', level: 'farmer', bp: 2_000 },
  ],
  waitingDays: 0,
  ageMinDays: null,
  ageMaxDays: null,
  requireImmunity: null,
  mustInsureAll: false,
  averageClause: false,
  deductibleBp: 0,
  payout: { kind: 'fixed' },
  refundRule: 'proRata',
  checkMode: 'full',
  sampleBp: null,
  publicityDays: 3,
  liabilities: [{ code: 'disease', bp: 10_000 }],
  exclusions: [],
  documents: [],
  photos: [],
  docFiles: null,
});

export const samples: Record<string, Sample> = {
  'insurance.insIngredient': {
    ...common,
    keeper: 'tl_insure',
    form: async () => ({
      kind: 'document',
      code: `d${unique()}`,
      name: '试验单证',
      nameTw: null,
      nameEn: null,
      wording: null,
      deathCauses: null,
      payerLevel: null,
      angle: null,
      minCount: null,
      orderNum: 1,
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'insurance.insProduct': {
    ...common,
    keeper: 'tl_insure',
    form: async () => ({
      code: `P${unique()}`,
      name: '试验险种',
      nameTw: null,
      nameEn: null,
      coverCode: 'death',
      kind: 'policy',
      species: 'cattle',
      stages: ['cow'],
      sex: null,
      ownerInsurerId: null,
    }),
    wrong: { species: 'dragon' },
  },
  'insurance.insProductVersion': {
    ...common,
    keeper: 'tl_insure',
    form: versionForm,
    ready: async (world, transition, id) => {
      if (transition === 'publish')
        await world.sql('update insurance.ins_product_version set created_by = null where id = $1', [id]);
    },
    elsewhere: async (world, { tenantNo }) => ({
      productId: (
        await world.sql<{ id: number }>(
          `insert into insurance.ins_product (tenant_no, code, name, cover_code, kind, species)
           values ($2, $1, '试验险种', 'death', 'policy', 'cattle') returning id::int as id`,
          [`T${unique()}`, tenantNo],
        )
      )[0]?.id,
    }),
    wrong: { terms: [{ months: 12, num: 1.5, den: 1 }] },
  },
  'insurance.insArea': {
    ...common,
    keeper: 'tl_insure',
    person: authority,
    form: async (world) => ({
      insurerId: await insurerOf(world, 'ins2'),
      regionCode: 150525000000,
      productId: (await world.sql<{ id: number }>(`select ${product}::int as id`))[0]?.id,
      validFrom: `20${10 + (Number(unique()) % 15)}-0${1 + (Number(unique()) % 9)}-1${Number(unique()) % 9}`,
      validTo: null,
      exclusive: true,
      docFiles: null,
    }),
    elsewhere: async (world, place) => ({
      insurerId: await insurerAt(world, place),
      regionCode: place.village,
      productId: (
        await world.sql<{ id: number }>(
          `insert into insurance.ins_product (tenant_no, code, name, cover_code, kind, species)
           values ($2, $1, '试验险种', 'death', 'policy', 'cattle') returning id::int as id`,
          [`T${unique()}`, place.tenantNo],
        )
      )[0]?.id,
    }),
    wrong: { insurerId: 999_999_999 },
  },
  'insurance.insSetting': {
    ...common,
    form: async () => ({
      code: 'enrol.payDays',
      regionCode: 150521101000 + (Number(unique()) % 5) + 200,
      insurerId: null,
      value: '20',
      remark: null,
    }),
    wrong: { value: 'many' },
  },
  'insurance.insClerk': {
    ...common,
    form: async (world) => ({
      insurerId: await insurerOf(world, 'ins1'),
      staffId: await makeStaff(world),
      licenceNo: `L-${unique()}`,
      licenceTo: soon(300),
      maxPolicySum: 100_000_000,
    }),
    elsewhere: async (world, place) => {
      const insurerId = await insurerAt(world, place);
      return { insurerId, staffId: await hireAt(world, { ...place, principalId: insurerId }, 'issuingClerk') };
    },
    wrong: { licenceTo: 'tomorrow' },
  },
  'insurance.insPhrase': {
    ...common,
    form: async () => ({ scene: 'survey', wording: `试验用语${unique()}`, owner: 'self', orderNum: 1 }),
    wrong: { scene: 'noSuchScene' },
  },
  'insurance.insCollation': {
    ...common,
    form: noForm,
    make: (world) => {
      collationYear += 1;
      return one(
        world,
        `insert into insurance.ins_collation (tenant_no, region_code, principal_id, insurer_id, year, holder_name, result)
         values (1505, ${village}, ${holder}, ${insurer}, 2000 + $1::int % 99, '试验户', 'differs')
         on conflict (tenant_no, insurer_id, principal_id, year) do update set result = 'differs'`,
        [collationYear % 99],
      );
    },
  },
  'insurance.insEnrolment': {
    ...common,
    form: noForm,
    make: (world) => makeList(world),
    inputs: {
      startCheck: async () => ({ dueOn: soon(5), witness: null }),
      approve: async () => ({ opinion: '同意' }),
    },
    ready: async (world, transition, id) => {
      if (transition === 'submit')
        await world.sql(`update insurance.ins_enrolment set kind = 'individual' where id = $1`, [id]);
      if (transition === 'startCheck')
        await world.sql(
          `update insurance.ins_enrolment set coordinator_id = (select s.id from registry.staff s
             join platform.sys_user u on u.id = s.user_id where u.username = 'coord1') where id = $1`,
          [id],
        );
    },
  },
  'insurance.insEnrolmentParty': { ...common, form: noForm, make: makeParty },
  'insurance.insEnrolmentLine': { ...common, form: noForm, make: makeLine },
  'insurance.insOrder': {
    ...common,
    form: noForm,
    make: makeOrder,
    inputs: {
      pay: async () => ({
        payMode: 'transfer',
        paidOn: '2026-10-01',
        payer: '试验户',
        tail: null,
        serial: unique(),
        voucher: null,
      }),
    },
  },
  'insurance.insCheckTask': { ...common, form: noForm, make: makeTask },
  'insurance.insCheckIssue': {
    ...common,
    form: noForm,
    make: makeIssue,
    inputs: { handle: async () => ({ handling: 'dropLine', reason: '未见' }) },
    ready: async (world, transition, id) => {
      if (transition === 'confirm')
        await world.sql('update insurance.ins_check_issue set handled_by = null where id = $1', [id]);
    },
  },
  'insurance.insPublicity': {
    ...common,
    form: noForm,
    make: makeNotice,
    inputs: {
      end: async (world) => ({
        photosEnd: [
          await (await import('./fixtures.ts')).picture(world, await person(world), 'insurance.insPublicity'),
        ],
      }),
    },
  },
  'insurance.insObjection': {
    ...common,
    form: async (world) => ({
      publicityId: await noticeOf(world),
      holderName: null,
      objectorName: '某人',
      phone: '13800138000',
      channel: 'phone',
      content: '试验异议',
      files: null,
    }),
    inputs: {
      uphold: async () => ({ finding: '属实', dropTag: null, dropHolder: null }),
      reject: async () => ({ reply: '不属实' }),
    },
    elsewhere: async (world, place) => ({
      publicityId: (
        await one(
          world,
          `insert into insurance.ins_publicity (tenant_no, region_code, doc_no, insurer_id, snapshot, snapshot_hash, days,
             posted_at, ends_at, hotline)
           values ($1, $2, 'IN-TRY-' || $4, $3, '{"rows": []}', repeat('0', 64), 3, now(), now(), '12316')`,
          [place.tenantNo, place.village, place.principalId, unique()],
        )
      ).id,
    }),
    wrong: { channel: 'smoke' },
  },
  'insurance.insSafeTag': { ...common, form: noForm, make: makeSafeTag },
  'insurance.insPolicy': { ...common, form: noForm, make: (world) => makePolicy(world) },
  'insurance.insPolicyExpiry': { ...common, form: noForm, make: (world) => makePolicy(world) },
  'insurance.insPolicyParty': { ...common, form: noForm, make: makeCertificate },
  'insurance.insPolicyAnimal': { ...common, form: noForm, make: makeAnimal },
  'insurance.insEndorsement': { ...common, form: noForm, make: makeEndorsement },
  ...claimSamples(makeAnimal),
  ...serviceSamples({
    certificate: makeCertificate,
    claim: async (world) => (await makeClaim(world, makeAnimal)).claim,
  }),
};

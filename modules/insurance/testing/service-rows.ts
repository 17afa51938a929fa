import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { authority, insurerAt, insurerOf, type Made, noForm, one, person, soon, unique } from './fixtures.ts';

const common = { keeper: 'ins_mgr1', person, stranger: 'tl_admin', wrong: {} } as const;
const insurer = `(select principal_id from platform.sys_user where username = 'ins1')`;

interface Makers {
  certificate(world: World): Promise<Made>;
  claim(world: World): Promise<Made>;
}
/** A month nobody else has: there is one statement of a payer, a county and a month. */
const makeStatement = (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_statement (tenant_no, region_code, doc_no, kind, insurer_id, payer_code, period, line_count,
       head, total)
     values (1505, 150521000000, 'IT-TRY-' || $1, 'treasury', ${insurer}, 'payer' || $1, '2001-01', 1, 10, 210000)`,
    [unique()],
  );

const productId = async (world: World): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `select id::int as id from insurance.ins_product where tenant_no = 1505 and code = 'COW'`,
    )
  )[0]?.id ?? 0;
const makeConsent = (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_consent (tenant_no, item_kind, item_id, item_no, subject, insurer_id, lead_id, bp, amount,
       due_at)
     values (1505, 'claim', 900000000 + $1::bigint % 90000000, 'IL-TRY', '试验协议', ${insurer}, ${insurer}, 3000, 6000000,
       now() + interval '2 days')`,
    [Number(unique()) % 90_000_000],
  );
const makePatrol = (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_patrol (tenant_no, region_code, doc_no, insurer_id, leader, planned_on, seed, drawn, status)
     values (1505, 150521101200, 'IR-TRY-' || $1, ${insurer}, '试验', current_date, 7, 1, 'running')`,
    [unique()],
  );
const makeEndpoint = (world: World): Promise<Made> =>
  one(
    world,
    `insert into insurance.ins_endpoint (tenant_no, insurer_id, name, base_url, kinds, secret_enc, status)
     values (1505, ${insurer}, '试验接口' || $1, 'https://partner.example/hook', array['policy.issued'], 'x', 'paused')`,
    [unique()],
  );
/** Dead, as a message is that can be sent again. */
async function makePush(world: World): Promise<Made> {
  const { id } = await makeEndpoint(world);
  const [message] = await world.sql<{ id: number }>(
    `insert into kit.delivery (tenant_no, channel, aggregate, seq, topic, body, hash, status)
     values (1505, 'insurance.push', $1, 1, 'policy.issued', '{}', repeat('0', 64), 'dead') returning id::int as id`,
    [`${id}/policy:${unique()}`],
  );
  return one(
    world,
    `insert into insurance.ins_push (tenant_no, insurer_id, endpoint_id, kind, doc_no, delivery_id, payload_hash, payload)
     values (1505, ${insurer}, $1, 'policy.issued', 'IP-TRY', $2, repeat('0', 64), '{}')`,
    [id, message?.id],
  );
}

export const serviceSamples = ({ certificate, claim }: Makers): Record<string, Sample> => ({
  'insurance.insAlert': {
    ...common,
    form: noForm,
    make: async (world) => {
      const [row] = await world.sql<Made>(
        `select id::int as id, version from platform.alarm where source = 'insurance' limit 1`,
      );
      return row as Made;
    },
  },
  'insurance.insRecord': {
    ...common,
    form: noForm,
    make: async (world) => {
      const { id } = await claim(world);
      const [row] = await world.sql<Made>(
        `select id::int as id, version from insurance.ins_record where noun = 'claim' and doc_id = $1`,
        [id],
      );
      return row as Made;
    },
  },
  'insurance.insCallback': {
    ...common,
    form: noForm,
    make: async (world) =>
      one(
        world,
        `insert into insurance.ins_callback (tenant_no, region_code, insurer_id, principal_id, holder_name, kind,
           policy_party_id, subject_no, drawn_by)
         select c.tenant_no, c.region_code, c.insurer_id, c.principal_id, c.holder_name, 'enrol', c.id, c.cert_no, 'manual'
         from insurance.ins_policy_party c where c.id = $1`,
        [(await certificate(world)).id],
      ),
    inputs: {
      answer: async () => ({
        result: 'ok',
        ownSignature: true,
        moneyRight: true,
        askedFor: false,
        words: '无异常',
        record: null,
      }),
    },
  },
  'insurance.insStatement': {
    ...common,
    form: noForm,
    make: makeStatement,
    inputs: { settle: async () => ({ receivedOn: '2026-01-10', amount: 210_000, voucher: null }) },
  },
  'insurance.insStatementLine': {
    ...common,
    form: noForm,
    make: async (world) =>
      one(
        world,
        `insert into insurance.ins_statement_line (tenant_no, region_code, statement_id, insurer_id, kind, payer_code,
           source_kind, source_id, source_no, on_date, head, amount)
         select s.tenant_no, s.region_code, s.id, s.insurer_id, s.kind, s.payer_code, 'policy', s.id, 'IP-TRY', current_date,
           10, 210000 from insurance.ins_statement s where s.id = $1`,
        [(await makeStatement(world)).id],
      ),
  },
  'insurance.insAgreement': {
    ...common,
    keeper: 'tl_insure',
    person: authority,
    form: async (world) => ({
      name: `试验共保${unique()}`,
      regionCode: 150521000000,
      productId: await productId(world),
      consentAbove: null,
      validFrom: '2001-01-01',
      validTo: '2001-12-31',
      files: null,
      lines: [{ insurerId: await insurerOf(world, 'ins1'), bp: 6000 }],
    }),
    line: async (world) => ({ insurerId: await insurerOf(world, 'ins2'), bp: 4000 }),
    // Shared by two, and alone in its place and time.
    ready: async (world, transition, id) => {
      if (transition !== 'ask') return;
      await world.sql(
        `update insurance.ins_agreement set status = 'ended' where name like '试验共保%' and status = 'active'`,
      );
      await world.sql(
        `insert into insurance.ins_agreement_line (tenant_no, parent_id, line_no, insurer_id, bp)
         values (1505, $1, 2, $2, 4000)`,
        [id, await insurerOf(world, 'ins2')],
      );
      await world.sql('update insurance.ins_agreement set total_bp = 10000 where id = $1', [id]);
    },
    elsewhere: async (world, place) => ({
      regionCode: place.village,
      productId: (
        await world.sql<{ id: number }>(
          `insert into insurance.ins_product (tenant_no, code, name, cover_code, kind, species)
           values ($2, $1, '试验险种', 'death', 'policy', 'cattle') returning id::int as id`,
          [`T${unique()}`, place.tenantNo],
        )
      )[0]?.id,
      lines: [{ insurerId: await insurerAt(world, place), bp: 6000 }],
    }),
    wrong: { validTo: 'never' },
  },
  'insurance.insCoinsEntry': {
    ...common,
    form: noForm,
    make: async (world) => {
      const [row] = await world.sql<Made>(
        `select id::int as id, version from insurance.ins_coins_entry where insurer_id = ${insurer} limit 1`,
      );
      return row as Made;
    },
  },
  'insurance.insConsent': {
    ...common,
    form: noForm,
    make: makeConsent,
    inputs: { disagree: async () => ({ words: '金额有疑问' }) },
  },
  'insurance.insPatrol': {
    ...common,
    form: async () => ({ regionCode: 150521000000, plannedOn: '2026-10-01', leader: '试验', team: null }),
    elsewhere: async (_world, place) => ({ regionCode: place.village }),
    inputs: { rectify: async () => ({ rectifyBy: soon(10) }) },
    ready: async (world, transition, id) => {
      if (transition === 'submit')
        await world.sql(`update insurance.ins_patrol_line set status = 'seen' where patrol_id = $1`, [id]);
    },
    wrong: { plannedOn: 'soon' },
  },
  'insurance.insPatrolLine': {
    ...common,
    form: noForm,
    make: async (world) =>
      one(
        world,
        `insert into insurance.ins_patrol_line (tenant_no, region_code, patrol_id, insurer_id, policy_animal_id, animal_id,
           ear_tag, holder_name)
         select tenant_no, region_code, id, insurer_id, 900000000, 900000000, '215052100099996', '试验户'
         from insurance.ins_patrol where id = $1`,
        [(await makePatrol(world)).id],
      ),
    inputs: {
      miss: async () => ({ words: '未见', pictures: null }),
      mistake: async () => ({ words: '标畜不符', pictures: null }),
    },
  },
  'insurance.insEndpoint': {
    ...common,
    form: async () => ({
      name: `试验接口${unique()}`,
      baseUrl: 'https://partner.example/hook',
      kinds: ['policy.issued'],
      remark: null,
    }),
    wrong: { baseUrl: 'http://partner.example/hook' },
  },
  'insurance.insPush': { ...common, form: noForm, make: makePush },
});

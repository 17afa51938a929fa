import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { authority, hireAt, type Made, noForm, one, person, picture, unique } from './fixtures.ts';

const surveyor = `(select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id
  where u.username = 'ins_sv1' limit 1)`;
const common = { keeper: 'ins_mgr1', person, stranger: 'tl_admin', wrong: {} } as const;

/** Of an animal nobody has: a sample moves nothing in the register. */
export async function makeClaim(world: World, makeCover: (world: World) => Promise<Made>, status = 'reported') {
  const cover = await makeCover(world);
  const claim = await one(
    world,
    `insert into insurance.ins_claim (tenant_no, region_code, doc_no, policy_id, insurer_id, principal_id, holder_name,
       product_id, version_id, kind, reporter_name, channel, occurred_at, cause, head_reported, arrive_due_at, status)
     select a.tenant_no, a.region_code, 'IL-TRY-' || $2, a.policy_id, a.insurer_id, a.principal_id, '试验户',
       a.product_id, p.version_id, 'individual', '试验户', 'phone', now() - interval '2 hours', 'disease', 1,
       now() + interval '22 hours', $3
     from insurance.ins_policy_animal a join insurance.ins_policy p on p.id = a.policy_id where a.id = $1`,
    [cover.id, unique(), status],
  );
  const animal = await one(
    world,
    `insert into insurance.ins_claim_animal (tenant_no, region_code, claim_id, insurer_id, principal_id,
       policy_animal_id, animal_id, ear_tag, species, birth_date, lost_on)
     select a.tenant_no, a.region_code, $2, a.insurer_id, a.principal_id, a.id, a.animal_id, a.ear_tag, a.species,
       a.birth_date, current_date from insurance.ins_policy_animal a where a.id = $1`,
    [cover.id, claim.id],
  );
  return { claim, animal };
}

export function claimSamples(makeCover: (world: World) => Promise<Made>): Record<string, Sample> {
  const make = async (world: World, status?: string) => (await makeClaim(world, makeCover, status)).claim;
  const settled = async (world: World): Promise<Made> => {
    const claim = await make(world, 'approved');
    await world.sql('update insurance.ins_claim set amount = 1200000 where id = $1', [claim.id]);
    return one(
      world,
      `insert into insurance.ins_settlement (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id,
         payee_kind, payee_name, amount)
       select c.tenant_no, c.region_code, 'IY-TRY-' || $2, c.id, c.insurer_id, c.principal_id, 'holder', '试验户', 1200000
       from insurance.ins_claim c where c.id = $1`,
      [claim.id, unique()],
    );
  };
  return {
    'insurance.insClaim': {
      ...common,
      form: noForm,
      make: (world) => make(world),
      inputs: {
        pass: async () => ({ opinion: '同意' }),
        reject: async () => ({ rejectCode: 'notIdentified', rejectText: '标的无法确认' }),
      },
      ready: async (world, transition, id) => {
        if (!['submitReview', 'pass', 'passOn'].includes(transition)) return;
        await world.sql(
          `insert into insurance.ins_disposal_link (tenant_no, region_code, claim_id, claim_animal_id, animal_id,
             insurer_id, principal_id, ear_tag, source, cert_no, status)
           select tenant_no, region_code, claim_id, id, animal_id, insurer_id, principal_id, ear_tag, 'paper',
             'WH-TRY-' || $2, 'verified' from insurance.ins_claim_animal where claim_id = $1
           on conflict do nothing`,
          [id, unique()],
        );
      },
    },
    'insurance.insClaimQueue': { ...common, form: noForm, make: (world) => make(world, 'surveyed') },
    'insurance.insClaimAnimal': {
      ...common,
      form: noForm,
      make: async (world) => (await makeClaim(world, makeCover)).animal,
    },
    'insurance.insCatastrophe': {
      ...common,
      keeper: 'tl_insure',
      person: authority,
      form: async () => ({
        name: `试验雪灾${unique()}`,
        kind: 'blizzard',
        regionCode: 150525000000,
        fromAt: '2020-01-01T00:00:00+08:00',
        toAt: '2020-01-05T00:00:00+08:00',
        arriveHours: 48,
        docFiles: null,
      }),
      wrong: { arriveHours: 0 },
    },
    'insurance.insSurvey': {
      ...common,
      keeper: 'ins_mgr1',
      form: noForm,
      make: async (world) =>
        one(
          world,
          `insert into insurance.ins_survey (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id,
             client_key, round, surveyor_user_id, started_at, ended_at, items, photos, head_on_site, insured_on_site,
             conclusion, sign_file)
           select c.tenant_no, c.region_code, 'IS-TRY-' || $2, c.id, c.insurer_id, c.principal_id, gen_random_uuid(), 1,
             1, now() - interval '1 hour', now(), '[]', '[]', 1, 1, '属实', '{}' from insurance.ins_claim c
           where c.id = $1`,
          [(await make(world)).id, unique()],
        ),
    },
    'insurance.insDuty': {
      ...common,
      form: async (world) => ({
        staffId: (await world.sql<{ id: number }>(`select ${surveyor}::int as id`))[0]?.id,
        regionCode: 150521101200 + (Number(unique()) % 20),
        onFrom: `20${10 + (Number(unique()) % 10)}-0${1 + (Number(unique()) % 9)}-1${Number(unique()) % 9}`,
        onTo: '2020-12-31',
        maxOpen: 8,
      }),
      elsewhere: async (world, place) => ({
        staffId: await hireAt(world, place, 'surveyor'),
        regionCode: place.village,
      }),
      wrong: { maxOpen: 0 },
    },
    'insurance.insDispatch': {
      ...common,
      form: noForm,
      make: async (world) =>
        one(
          world,
          `insert into insurance.ins_dispatch (tenant_no, region_code, claim_id, insurer_id, surveyor_id, surveyor_name,
             user_id, accept_due_at)
           select c.tenant_no, c.region_code, c.id, c.insurer_id, ${surveyor}, '试验查勘员', 1, now()
           from insurance.ins_claim c where c.id = $1`,
          [(await make(world)).id],
        ),
    },
    'insurance.insDisposalLink': {
      ...common,
      form: noForm,
      make: async (world) => {
        const { claim, animal } = await makeClaim(world, makeCover, 'agreed');
        return one(
          world,
          `insert into insurance.ins_disposal_link (tenant_no, region_code, claim_id, claim_animal_id, animal_id,
             insurer_id, principal_id, ear_tag, source, cert_no)
           select tenant_no, region_code, $2, id, animal_id, insurer_id, principal_id, ear_tag, 'paper', 'WH-TRY-' || $3
           from insurance.ins_claim_animal where id = $1`,
          [animal.id, claim.id, unique()],
        );
      },
      ready: async (world, transition, id) => {
        if (transition === 'exempt')
          await world.sql(
            `update insurance.ins_disposal_link set source = 'exempt', exempt_reason = 'burnt' where id = $1`,
            [id],
          );
      },
    },
    'insurance.insSettlement': {
      ...common,
      form: noForm,
      make: settled,
      inputs: {
        account: async (world) => ({
          name: '试验户',
          number: '6228480012345678',
          bank: '示范农商行',
          proof: [await picture(world, await person(world), 'insurance.insSettlement')],
        }),
      },
    },
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { insurerOf, today, unique, versionOf } from '#modules/insurance/testing/fixtures.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { takeSlots } from './ins-cover-slot.ts';

/** Two insurers, many clerks, one herd: the database gives each animal one cover. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 20 });
});
afterAll(() => world.close());

async function policyOf(username: string, animals: readonly { id: number; earTag: string }[], holderId: number) {
  const insurer = await insurerOf(world, username);
  const version = await versionOf(world, 'COW');
  const no = unique();
  const [list] = await world.sql<{ id: number }>(
    `insert into insurance.ins_enrolment (tenant_no, region_code, doc_no, organiser_id, insurer_id, area_id, version_id,
       product_id, cover_code, months, cover_from, cover_to, status)
     select 1505, 150521101200, 'IE-RACE-' || $1, $2, $3, 1, v.id, v.product_id, 'death', 12, current_date + 1,
       current_date + 365, 'issued' from insurance.ins_product_version v where v.id = $4 returning id::int as id`,
    [no, holderId, insurer, version],
  );
  const [policy] = await world.sql<{ id: number }>(
    `insert into insurance.ins_policy (tenant_no, region_code, doc_no, enrolment_id, insurer_id, version_id, product_id,
       cover_code, organiser_id, months, cover_from, cover_to, head, sum_insured, premium, farmer_premium, split)
     select e.tenant_no, e.region_code, 'IP-RACE-' || $2, e.id, e.insurer_id, e.version_id, e.product_id, 'death',
       e.organiser_id, 12, e.cover_from, e.cover_to, 1, 1, 1, 1, '[]' from insurance.ins_enrolment e where e.id = $1
     returning id::int as id`,
    [list?.id, no],
  );
  await world.sql(
    `with party as (insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id,
         holder_name, cert_no, head, sum_insured, premium, farmer_premium)
       select tenant_no, region_code, id, insurer_id, $2, '户', 'C-' || id, 1, 1, 1, 1 from insurance.ins_policy
       where id = $1 returning *)
     insert into insurance.ins_policy_animal (tenant_no, region_code, policy_id, party_id, insurer_id, principal_id,
       animal_id, ear_tag, species, stage, birth_date, product_id, cover_code, cover_from, cover_to, sum_insured, premium)
     select p.tenant_no, p.region_code, p.policy_id, p.id, p.insurer_id, p.principal_id, a.id, a.tag, 'cattle', 'cow',
       current_date - 900, i.product_id, 'death', i.cover_from, i.cover_to, 1, 1
     from party p join insurance.ins_policy i on i.id = p.policy_id,
       unnest($3::bigint[], $4::text[]) a(id, tag)`,
    [policy?.id, holderId, animals.map((one) => one.id), animals.map((one) => one.earTag)],
  );
  return policy?.id ?? 0;
}

describe('R13: one cover', () => {
  it('16 policies of two insurers race for 50 animals: one wins, the others hear a day and no name', async () => {
    const holder = await makeHolder(world, 150521101200);
    const herd = await makeHerd(world, holder, 50);
    const policies = await Promise.all(
      Array.from({ length: 16 }, (_, at) => policyOf(at % 2 ? 'ins1' : 'ins2', herd, holder.id)),
    );
    const answers = await Promise.allSettled(
      policies.map((id) => world.database.transaction(systemScope(1505, 'race'), (tx) => takeSlots(tx, id))),
    );
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const one of refused) {
      expect(one).toMatchObject({ bizCode: 'alreadyInsured', args: { date: addDays(today(), 365) } });
      expect(JSON.stringify([one.args, one.message])).not.toMatch(/安牧|丰农/);
    }
    const [overlaps] = await world.sql<{ n: number; slots: number }>(
      `select count(*)::int as slots, (select count(*)::int from insurance.ins_cover_slot a join insurance.ins_cover_slot b
           on a.animal_id = b.animal_id and a.cover_code = b.cover_code and a.id < b.id and a.period && b.period) as n
       from insurance.ins_cover_slot where animal_id = any ($1)`,
      [herd.map((one) => one.id)],
    );
    expect(overlaps).toEqual({ slots: 50, n: 0 });
  });
});

import type { Tx } from '#kit/server/db/database.ts';
import { claimOf } from '#modules/insurance/server/claim/ins-claim.moves.ts';
import { raise } from '#modules/insurance/server/claim/outliers.ts';
import { makeFor } from '#modules/insurance/server/statement/ins-statement.ts';
import type { DemoWorld } from '../part.ts';

/** What stands out, what policyholders said, and what the treasuries owe. */
export async function saveMonitoring(world: DemoWorld, tx: Tx, insurerA: number): Promise<void> {
  await saveOutliers(tx, insurerA);
  await saveCallbacks(tx, insurerA);
  await saveStatements(world, tx, insurerA);
}

async function saveOutliers(tx: Tx, insurerA: number): Promise<void> {
  const claims = await tx.query<{ id: number; status: string }>(
    `select id, status from insurance.ins_claim where insurer_id = $1 order by id`,
    [insurerA],
  );
  const first = (status: string) => claims.find((one) => one.status === status)?.id;
  const told = [
    ['reported', 'clockArrive'],
    ['reviewing', 'photoLike'],
    ['surveyed', 'earlyLoss'],
    ['assessed', 'tagAfterPolicy'],
  ] as const;
  for (const [status, kind] of told) {
    const id = first(status);
    if (id !== undefined) await raise(tx, await claimOf(tx, id), kind);
  }
}

async function saveCallbacks(tx: Tx, insurerA: number): Promise<void> {
  await tx.query(
    `insert into insurance.ins_callback (tenant_no, region_code, insurer_id, principal_id, holder_name, phone_mask, kind,
       policy_party_id, subject_no, drawn_by, own_signature, money_right, asked_for, result, caller_name, called_at, status)
     select c.tenant_no, c.region_code, c.insurer_id, c.principal_id, c.holder_name, c.phone_mask, 'enrol', c.id, c.cert_no,
       'random', c.n % 9 <> 4, true, false, case when c.n % 9 = 4 then 'problem' else 'ok' end, '齐文华',
       now() - make_interval(days => c.n::int), 'done'
     from (select p.*, row_number() over (order by p.id) as n from insurance.ins_policy_party p
       where p.insurer_id = $1) c where c.n <= 24`,
    [insurerA],
  );
  await tx.query(
    `insert into insurance.ins_callback (tenant_no, region_code, insurer_id, principal_id, holder_name, phone_mask, kind,
       claim_id, subject_no, drawn_by)
     select c.tenant_no, c.region_code, c.insurer_id, c.principal_id, c.holder_name, c.phone_mask, 'claim', c.id, c.doc_no,
       'risk' from insurance.ins_claim c where c.insurer_id = $1 and c.status = 'closed'`,
    [insurerA],
  );
}

/** Month by month; the older ones paid, one county long in arrears. */
async function saveStatements(world: DemoWorld, tx: Tx, insurerA: number): Promise<void> {
  const [year = 0, month = 0] = world.today.split('-').map(Number);
  for (let ago = 18; ago >= 1; ago -= 1) {
    const at = new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7);
    await makeFor(tx, insurerA, at);
  }
  await tx.query(
    `update insurance.ins_statement s set issued_at = (s.period || '-28')::timestamptz + interval '6 days', status = 'issued'
     where s.insurer_id = $1 and s.period < to_char($2::date - 40, 'YYYY-MM')`,
    [insurerA, world.today],
  );
  await tx.query(
    `update insurance.ins_statement s set status = 'settled', confirmed_at = s.issued_at + interval '4 days',
       received = greatest(s.total, 0), received_on = (s.issued_at + interval '20 days')::date
     where s.insurer_id = $1 and s.status = 'issued' and s.payer_code in ('central', 'region')`,
    [insurerA],
  );
  await tx.query(
    `update insurance.ins_statement s set status = 'confirmed', confirmed_at = now() - interval '120 days',
       issued_at = now() - interval '126 days'
     where s.id = (select id from insurance.ins_statement where insurer_id = $1 and payer_code = 'county'
       order by total desc limit 1)`,
    [insurerA],
  );
}

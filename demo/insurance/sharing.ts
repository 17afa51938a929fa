import type { Tx } from '#kit/server/db/database.ts';
import { sealText } from '#kit/server/pii/pii.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { drawLines } from '#modules/insurance/server/coinsurance/ins-patrol-line.ts';
import type { DemoWorld } from '../part.ts';
import { prefecture } from '../places.ts';

const kinds = ['policy.issued', 'endorsement.effective', 'claim.reported', 'claim.approved', 'claim.closed'];

interface Shared {
  readonly name: string;
  readonly regionCode: number;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly shares: readonly (readonly [insurer: string, bp: number])[];
}
async function saveAgreement(world: DemoWorld, tx: Tx, one: Shared): Promise<number> {
  const insurers = one.shares.map(([key]) => world.units.get(key) as number);
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_agreement (tenant_no, region_code, doc_no, name, product_id, lead_insurer_id, consent_above,
       valid_from, valid_to, total_bp, status)
     select $1, $2, kit.doc_no('IA'), $3, p.id, $4, 5000000, $5, $6, 10000, $7 from insurance.ins_product p
     where p.tenant_no = $1 and p.code = 'COW' returning id`,
    [tx.scope.tenantNo, one.regionCode, one.name, insurers[0], one.from, one.to, one.status],
  );
  const id = row?.id ?? 0;
  for (const [at, [, bp]] of one.shares.entries())
    await tx.query(
      `insert into insurance.ins_agreement_line (tenant_no, parent_id, line_no, insurer_id, bp) values ($1, $2, $3, $4, $5)`,
      [tx.scope.tenantNo, id, at + 1, insurers[at], bp],
    );
  await tx.query(
    `insert into insurance.ins_consent (tenant_no, item_kind, item_id, item_no, subject, insurer_id, lead_id, bp, due_at,
       decided_at, status)
     select a.tenant_no, 'agreement', a.id, a.doc_no, a.name, l.insurer_id, a.lead_insurer_id, l.bp,
       now() + interval '20 days', case when a.status <> 'consenting' or l.line_no = 1 then now() end,
       case when a.status <> 'consenting' or l.line_no = 1 then 'agree' else 'open' end
     from insurance.ins_agreement a join insurance.ins_agreement_line l on l.parent_id = a.id where a.id = $1`,
    [id],
  );
  return id;
}

/** Before the first list: what is issued from now on is shared, and the insurer's system hears of it. */
export async function saveSharing(world: DemoWorld, tx: Tx): Promise<void> {
  const year = Number(world.today.slice(0, 4));
  const last = { from: `${year - 1}-01-01`, to: `${year - 1}-12-31`, status: 'ended' };
  const now = { from: `${year}-01-01`, to: `${year + 1}-12-31` };
  const three = [
    ['insurerA', 5500],
    ['insurerB', 3000],
    ['insurerC', 1500],
  ] as const;
  const two = [
    ['insurerA', 6000],
    ['insurerB', 4000],
  ] as const;
  await saveAgreement(world, tx, { name: '共保协议(上年)', regionCode: prefecture, shares: two, ...last });
  const active = { name: '能繁母牛共保协议', regionCode: 150522000000, status: 'active', shares: three };
  await saveAgreement(world, tx, { ...active, ...now });
  const asked = { name: '奈曼旗共保协议', regionCode: 150525000000, status: 'consenting', shares: three };
  await saveAgreement(world, tx, { ...asked, ...now });
  await tx.query(
    `insert into insurance.ins_endpoint (tenant_no, insurer_id, name, base_url, kinds, secret_enc, status)
     values ($1, $2, '核心业务系统', 'https://core.insurer.example/hook', $3, $4, 'paused')`,
    [tx.scope.tenantNo, world.units.get('insurerA'), kinds, sealText('not a real key of anybody', tx.scope.tenantNo)],
  );
}

/** What became of the messages: heard, all but three; and a patrol that missed two. */
export async function saveAftermath(world: DemoWorld, tx: Tx, insurerA: number): Promise<void> {
  await tx.query(
    `update insurance.ins_push p set status = case when o.n <= 3 then 'dead' else 'sent' end,
       sent_at = case when o.n > 3 then now() end
     from (select id, row_number() over (order by id desc) as n from insurance.ins_push) o where o.id = p.id`,
  );
  await tx.query(
    `update kit.delivery d set status = p.status, attempts = case p.status when 'dead' then 56 else 1 end,
       fault = case p.status when 'dead' then 'HTTP 503' end, status_code = case p.status when 'dead' then 503 else 200 end,
       sent_at = p.sent_at from insurance.ins_push p where p.delivery_id = d.id`,
  );
  await tx.query(`update insurance.ins_endpoint set last_ok_at = now() - interval '3 hours'`);
  const [patrol] = await tx.query<{ id: number }>(
    `insert into insurance.ins_patrol (tenant_no, region_code, doc_no, insurer_id, leader, team, planned_on, seed, rectify_by,
       status)
     values ($1, 150521000000, kit.doc_no('IR'), $2, '赵明远', '齐文华、何晓峰', $3, 20260917, $4, 'rectifying')
     returning id`,
    [tx.scope.tenantNo, insurerA, addDays(world.today, -9), addDays(world.today, 12)],
  );
  const id = patrol?.id ?? 0;
  const range = [150521000000, 150522000000] as const;
  const drawn = await drawLines(tx, { id, insurerId: insurerA, range }, 20_260_917, 14);
  await tx.query(`update insurance.ins_patrol set drawn = $2 where id = $1`, [id, drawn]);
  await tx.query(
    `update insurance.ins_patrol_line l set status = case when n.n in (3, 9) then 'absent' else 'seen' end,
       note = case when n.n in (3, 9) then '圈内未见,农户称已转场' end
     from (select id, row_number() over (order by id) as n from insurance.ins_patrol_line where patrol_id = $1) n
     where n.id = l.id`,
    [id],
  );
}

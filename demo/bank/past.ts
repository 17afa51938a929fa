import type { Tx } from '#kit/server/db/database.ts';
import { insertNotice } from '#modules/bank/server/product/margin-notice.ts';
import { followClaim } from '#modules/bank/server/watch/pledge-claim.ts';
import type { Book, DemoLine } from './book.ts';
import { addDays, at } from './days.ts';

/** What happened to lines and is over: animals that died, a notice that was met, an objection, books that did not agree. */
export async function savePastOf(tx: Tx, book: Book, today: string): Promise<void> {
  await saveDead(tx, book);
  await saveMet(tx, book);
  await saveObjection(tx, book);
  await saveDifferences(tx, book, today);
}

interface Dead {
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly species: string;
  readonly stage: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly lostOn: string;
  readonly claimId: number;
  readonly claimNo: string;
  readonly insurer: string;
  readonly reportedOn: string;
  readonly status: string;
  readonly cents: number;
}
/** Two that died and left the book, and the claims of their insurer in the credit file (R45). */
async function saveDead(tx: Tx, book: Book): Promise<void> {
  const lines = new Map(book.lines.filter((one) => one.plan.end === 'effective').map((one) => [one.holder.id, one]));
  const dead = await tx.query<Dead>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.principal_id as "principalId", a.species, a.stage, a.breed, a.sex,
       a.birth_date::text as "birthDate", k.lost_on::text as "lostOn", c.id as "claimId", c.doc_no as "claimNo",
       registry.principal_name(c.insurer_id) as insurer, (c.reported_at at time zone 'Asia/Shanghai')::date::text as "reportedOn",
       c.status, k.amount as cents
     from registry.animal a join insurance.ins_claim_animal k on k.tenant_no = a.tenant_no and k.animal_id = a.id
       join insurance.ins_claim c on c.tenant_no = k.tenant_no and c.id = k.claim_id
     where a.tenant_no = kit.tenant() and a.status = 'dead' and a.principal_id = any ($1) and a.species in ('cattle', 'sheep')
     order by c.id desc limit 2`,
    [[...lines.keys()]],
  );
  for (const one of dead) {
    await saveDeadItem(tx, lines.get(one.principalId) as DemoLine, one);
    await followClaim(tx, {
      claimId: one.claimId,
      docNo: one.claimNo,
      insurer: one.insurer,
      principalId: one.principalId,
      reportedOn: one.reportedOn,
      status: one.status,
      animals: [{ animalId: one.animalId, earTag: one.earTag, cents: one.cents > 0 ? one.cents : null }],
    });
  }
}
async function saveDeadItem(tx: Tx, line: DemoLine, dead: Dead): Promise<void> {
  const [made] = await tx.query<{ id: number }>(
    `insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, supervisor_id, animal_id, ear_tag, species, stage,
       breed, sex, birth_date, from_at, to_at, end_reason, state, created_at)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'died', 'dead', $13) returning id`,
    [
      line.holder.regionCode,
      line.pledgeId,
      line.bankId,
      line.holder.id,
      line.supervisorId,
      dead.animalId,
      dead.earTag,
      dead.species,
      dead.stage,
      dead.breed,
      dead.sex,
      dead.birthDate,
      at(line.contractOn, 15),
      at(addDays(dead.lostOn, 1)),
    ],
  );
  await tx.query(
    `with item as (insert into bank.pledge_item_amount (id, tenant_no, bank_id, principal_id, start_value)
       values ($1, kit.tenant(), $2, $3, $4) returning start_value)
     update bank.pledge_amount p set value_at_start = p.value_at_start + i.start_value from item i
     where p.tenant_no = kit.tenant() and p.id = $5`,
    [made?.id, line.bankId, line.holder.id, dead.species === 'cattle' ? 1_200_000 : 110_000, line.pledgeId],
  );
}

/** R43: a line that was over its limit when prices fell, and came back within it when the client had repaid. */
async function saveMet(tx: Tx, book: Book): Promise<void> {
  const [over] = await tx.query<{ id: number; day: string; met: string; eligible: number; owed: number }>(
    `select distinct on (v.credit_line_id) v.credit_line_id as id, v.day::text as day, n.day::text as met,
       v.eligible_value as eligible, round(v.eligible_value * v.ltv / 100)::bigint as owed
     from bank.credit_value_day v join lateral (select m.day from bank.credit_value_day m where m.tenant_no = v.tenant_no
         and m.credit_line_id = v.credit_line_id and m.day > v.day and m.ltv <= 70 order by m.day limit 1) n on true
     where v.tenant_no = kit.tenant() and v.ltv between 80 and 300 and v.credit_line_id = any ($1)
     order by v.credit_line_id desc, v.day`,
    [book.lines.filter((one) => one.plan.end === 'effective').map((one) => one.lineId)],
  );
  const line = book.lines.find((one) => one.lineId === over?.id);
  if (!over || !line) return;
  await insertNotice(
    tx,
    {
      creditLineId: line.lineId,
      bankId: line.bankId,
      principalId: line.holder.id,
      owedCents: over.owed,
      eligibleCents: over.eligible,
      maxLtv: 70,
      marginDays: 5,
    },
    over.day,
  );
  await tx.query(
    `update bank.margin_notice set status = 'met', met_on = $2, met_by = 'repaid', answer = '出栏后归还部分本金', answered_on = issued_on + 2,
       created_at = $3, updated_at = $3 where tenant_no = kit.tenant() and credit_line_id = $1`,
    [line.lineId, over.met, at(over.day, 6)],
  );
}

/** A neighbour objected while the notice hung, and was wrong. */
async function saveObjection(tx: Tx, book: Book): Promise<void> {
  const line = book.lines.find(
    (one) => one.plan.end === 'effective' && one.bankId === one.headBankId && !one.plan.holder,
  );
  if (!line) return;
  await tx.query(
    `insert into bank.pledge_objection (tenant_no, region_code, pledge_id, bank_id, animal_ids, objector_name, text, received_on, finding,
       decided_by, decided_at, status, created_at)
     values (kit.tenant(), $1, $2, $3, $4, '包白音', '其中一头母牛为本户寄养，未同意抵押', $5, '耳标与养殖档案一致，寄养牛已于上年领回，异议不成立', $6, $7,
       'rejected', $8)`,
    [
      line.holder.regionCode,
      line.pledgeId,
      line.bankId,
      JSON.stringify(line.animals.slice(0, 1).map((one) => one.id)),
      addDays(line.contractOn, -4),
      book.people.reviewer,
      at(addDays(line.contractOn, -3), 16),
      at(addDays(line.contractOn, -4), 10),
    ],
  );
}

/** R23: what the core system told otherwise; one is cleared up, one is not. */
async function saveDifferences(tx: Tx, book: Book, today: string): Promise<void> {
  const line = book.lines.find((one) => one.plan.end === 'effective' && one.bankId === one.headBankId);
  if (!line) return;
  await tx.query(
    `insert into bank.core_difference (tenant_no, bank_id, head_bank_id, kind, core_ref, loan_no, our_value, core_value, told_on, settled_by,
       settled_at, settle_text, status, created_at)
     select n.tenant_no, n.bank_id, n.head_bank_id, d.kind, d.ref, case when d.kind = 'unknownLoan' then 'JJ20260830X0042' else n.loan_no end,
       d.ours, d.theirs, d.told, d.by, d.at, d.text, case when d.by is null then 'open' else 'settled' end, d.told + time '07:00'
     from bank.loan n cross join (values
       ('amount', 'HX20019', '5000.00', '5006.00', $2::date - 40, $3::bigint, $4::timestamptz, '核心系统次日冲正'),
       ('unknownLoan', 'HX20044', null, '30000.00', $2::date - 2, null, null, null)
     ) d(kind, ref, ours, theirs, told, by, at, text)
     where n.tenant_no = kit.tenant() and n.credit_line_id = $1`,
    [line.lineId, today, book.people.payer, at(addDays(today, -38), 9)],
  );
}

import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';

/** What a holder gets back when an animal leaves its policy. */
export const insertRefund = (
  tx: Tx,
  endorsementId: number,
  one: { readonly partyId: number; readonly cents: number; readonly head: number },
) =>
  tx.query(
    `insert into insurance.ins_order (tenant_no, region_code, doc_no, kind, enrolment_id, party_id, endorsement_id,
       insurer_id, principal_id, holder_name, head, amount, refund_amount, due_on, status, created_by, updated_by)
     select p.tenant_no, p.region_code, kit.doc_no('IO'), 'refund', p.enrolment_id, p.id, $2, p.insurer_id,
       p.principal_id, p.holder_name, $3, $4, $4, $5, 'refunding', $6, $6
     from insurance.ins_enrolment_party p where p.tenant_no = kit.tenant() and p.id = $1`,
    [one.partyId, endorsementId, one.head, one.cents, today(), tx.scope.userId],
  );
/** A sale taken back: what was to go back stays. */
export const cancelRefunds = (tx: Tx, changeId: number) =>
  tx.query(
    `update insurance.ins_order set status = 'cancelled', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and kind = 'refund' and status = 'refunding' and endorsement_id in (
       select id from insurance.ins_endorsement where tenant_no = kit.tenant() and change_id = $1)`,
    [changeId],
  );
/** What a holder owes for animals that come under a running policy. */
export const insertExtra = (
  tx: Tx,
  endorsementId: number,
  one: { readonly partyId: number; readonly cents: number; readonly head: number; readonly dueOn: string },
) =>
  tx.query(
    `insert into insurance.ins_order (tenant_no, region_code, doc_no, kind, enrolment_id, party_id, endorsement_id,
       insurer_id, principal_id, holder_name, head, amount, due_on, created_by, updated_by)
     select p.tenant_no, p.region_code, kit.doc_no('IO'), 'extra', p.enrolment_id, p.id, $2, p.insurer_id,
       p.principal_id, p.holder_name, $3, $4, $5, $6, $6
     from insurance.ins_enrolment_party p where p.tenant_no = kit.tenant() and p.id = $1`,
    [one.partyId, endorsementId, one.head, one.cents, one.dueOn, tx.scope.userId],
  );
export const isPaid = async (tx: Tx, endorsementId: number): Promise<boolean> =>
  (
    await tx.query(
      `select 1 from insurance.ins_order where tenant_no = kit.tenant() and endorsement_id = $1 and kind = 'extra'
         and status <> 'confirmed'`,
      [endorsementId],
    )
  ).length === 0;
/** Of a change that came to nothing: what is unpaid falls away, what was paid goes back. */
export const endExtras = (tx: Tx, endorsementId: number) =>
  tx.query(
    `update insurance.ins_order set status = case when status = 'unpaid' then 'cancelled' else 'refunding' end,
       refund_amount = case when status = 'unpaid' then null else amount end, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and kind = 'extra' and endorsement_id = $1
       and status in ('unpaid', 'paid', 'confirmed')`,
    [endorsementId],
  );

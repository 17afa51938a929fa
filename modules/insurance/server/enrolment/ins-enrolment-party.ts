import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insEnrolmentParty } from '#modules/insurance/contract/enrolment/enrolment.ts';
import { dropLines } from './ins-enrolment-line.ts';
import { retotal } from './retotal.ts';

export interface NewParty {
  readonly principalId: number;
  readonly regionCode: number;
  readonly holderName: string;
  readonly phone: string | null;
}
export async function insertParties(
  tx: Tx,
  of: { readonly enrolmentId: number; readonly insurerId: number },
  parties: readonly NewParty[],
): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; principal: number }>(
    `insert into insurance.ins_enrolment_party (tenant_no, enrolment_id, insurer_id, region_code, principal_id,
       holder_name, phone_mask, created_by)
     select $1, $2, $3, r.region, r.principal, r.name, r.phone, $4
     from jsonb_to_recordset($5::jsonb) r(region bigint, principal bigint, name text, phone text)
     returning id, principal_id as principal`,
    [
      tx.scope.tenantNo,
      of.enrolmentId,
      of.insurerId,
      tx.scope.userId,
      JSON.stringify(
        parties.map((one) => ({
          region: one.regionCode,
          principal: one.principalId,
          name: one.holderName,
          phone: one.phone,
        })),
      ),
    ],
  );
  return new Map(rows.map((one) => [one.principal, one.id]));
}
export const removeParties = (tx: Tx, enrolmentId: number) =>
  tx.query('delete from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1', [
    enrolmentId,
  ]);

export interface Signature {
  readonly mode: string;
  readonly file: number;
  readonly signer: string;
  readonly relation: string | null;
  readonly proxy: number | null;
  readonly accountMask: string | null;
}
export const setSigned = (tx: Tx, partyId: number, one: Signature) =>
  tx.query(
    `update insurance.ins_enrolment_party set status = 'signed', sign_mode = $2, sign_file = $3, signer_name = $4,
       signer_relation = $5, proxy_file = $6, account_mask = coalesce($7, account_mask), signed_at = now(),
       signed_by = $8, signed_premium = farmer_premium, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [
      partyId,
      one.mode,
      [one.file],
      one.signer,
      one.relation,
      one.proxy ? [one.proxy] : null,
      one.accountMask,
      tx.scope.userId,
    ],
  );
export const dropParties = (tx: Tx, partyIds: readonly number[], reason: string) =>
  tx.query(
    `update insurance.ins_enrolment_party set status = 'dropped', drop_reason = $2, version = version + 1,
       updated_at = now(), updated_by = $3
     where tenant_no = kit.tenant() and id = any ($1) and status in ('listed', 'signed', 'checked')`,
    [partyIds, reason, tx.scope.userId],
  );
export const setPartyStatus = (tx: Tx, enrolmentId: number, from: readonly string[], to: string) =>
  tx.query(
    `update insurance.ins_enrolment_party set status = $3, version = version + 1
     where tenant_no = kit.tenant() and enrolment_id = $1 and status = any ($2)`,
    [enrolmentId, from, to],
  );
/** R24: one animal missing in a sample, and all of this holder's are looked at. */
export const setFullCheck = (tx: Tx, partyIds: readonly number[]) =>
  tx.query(
    'update insurance.ins_enrolment_party set full_check = true where tenant_no = kit.tenant() and id = any ($1)',
    [partyIds],
  );

/** Two units that were one: on a list that has both each stays as it signed. */
export const reassignParties = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_enrolment_party p set principal_id = $2, version = p.version + 1, updated_at = now()
     where p.tenant_no = kit.tenant() and p.principal_id = $1 and p.status in ('listed', 'signed', 'checked')
       and not exists (select 1 from insurance.ins_enrolment_party o where o.tenant_no = p.tenant_no
         and o.enrolment_id = p.enrolment_id and o.principal_id = $2)`,
    [from, to],
  );

export const partyRoutes = (): Route[] =>
  serveResource(insEnrolmentParty)({
    expressions: {
      collation: `(select c.result from insurance.ins_collation c where c.tenant_no = t.tenant_no
        and c.insurer_id = t.insurer_id and c.principal_id = t.principal_id order by c.year desc limit 1)`,
    },
    before: {
      transition: async (call, move, row) => {
        const [list] = await call.tx.query<{ status: string }>(
          'select status from insurance.ins_enrolment where id = $1 for update',
          [row.enrolmentId],
        );
        if (!list || ['issued', 'cancelled', 'lapsed'].includes(list.status))
          throw wrongState(list?.status ?? '', 'insurance.insEnrolmentParty._drop');
        await dropLines(call.tx, { partyIds: [row.id] }, move.remark ?? null);
        return { dropReason: move.remark ?? null };
      },
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ id: number }>(
          'select enrolment_id as id from insurance.ins_enrolment_party where id = $1',
          [move.id],
        );
        if (row) await retotal(call.tx, row.id);
      },
    },
  });

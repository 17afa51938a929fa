import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import type { ExpertJoin } from '#modules/cure/contract/society/join.ts';
import type { SocietyRow } from './own-society.ts';

/** Of somebody who came by a link and has no account. */
export async function insertByLink(
  tx: Tx,
  form: ExpertJoin,
  society: SocietyRow,
  inviteId: number,
): Promise<{ id: number; docNo: string }> {
  const personal = [
    ...piiColumns('phone', 'phone', form.phone, tx.scope.tenantNo),
    ...piiColumns('id_card', 'idCard', form.idCard, tx.scope.tenantNo),
  ];
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into cure.expert_application (tenant_no, society_id, unit_id, doc_no, person_name, employer, title,
       field_tag_id, species, speaks, introduction, invite_id, ${personal.map(([name]) => name).join(', ')})
     values (kit.tenant(), $1, $2, kit.doc_no('CX'), $3, $4, $5, $6, $7, $8, $9, $10,
       ${personal.map((_, at) => `$${at + 11}`).join(', ')}) returning id, doc_no as "docNo"`,
    [
      society.id,
      society.unitId,
      form.personName,
      form.employer,
      form.title,
      form.fieldTagId ?? null,
      form.species,
      form.speaks,
      form.introduction ?? null,
      inviteId,
      ...personal.map(([, value]) => value),
    ],
  );
  return row as { id: number; docNo: string };
}

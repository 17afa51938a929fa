import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Scope } from '#modules/traceability/contract/quarantine/conditions.ts';
import { type Asked, type Condition, judge, redBlocks, redWarnings } from './conditions.ts';
import { keepChecks } from './quarantine-check.ts';
import { noteReds } from './quarantine-declaration.rows.ts';
import { animalsOfDeclaration } from './quarantine-declaration-animal.ts';

export type Step = 'submit' | 'inspect' | 'issue' | 'ban';

/** A saved declaration as its conditions are asked; who failed the inspection is on it no more. */
export async function askedOf(tx: Tx, id: number, step: Step): Promise<Asked> {
  const [row] = await tx.query<{
    principalId: number;
    purpose: string;
    species: string;
    scope: Scope;
    toPrincipalId: number | null;
    toRegionCode: number;
    departAt: string;
    plateNo: string | null;
    hasApproval: boolean;
    submittedAt: string | null;
  }>(
    `select principal_id as "principalId", purpose, species, scope, to_principal_id as "toPrincipalId",
       to_region_code as "toRegionCode", depart_at as "departAt", plate_no as "plateNo",
       coalesce(cardinality(approval_file), 0) > 0 as "hasApproval", submitted_at as "submittedAt"
     from traceability.quarantine_declaration where id = $1`,
    [id],
  );
  if (!row) throw notFound();
  const animals = await animalsOfDeclaration(tx, id);
  const isLooked = step === 'issue';
  const left = animals.filter((one) => !isLooked || one.result !== 'fail');
  const clinical = new Map(left.flatMap((one) => (one.result ? [[one.animalId, one.result] as const] : [])));
  return {
    ...row,
    departAt: new Date(row.departAt).toISOString(),
    submittedAt: row.submittedAt && new Date(row.submittedAt).toISOString(),
    declarationId: id,
    animalIds: left.map((one) => one.animalId),
    clinical: isLooked ? clinical : null,
    isIssue: step === 'issue',
  };
}

/** Asks every condition again, keeps the answers in the file and the red codes on the declaration. */
export const recheck = (
  tx: Tx,
  id: number,
  step: Step,
  actor: number | null,
): Promise<{ asked: Asked; conditions: Condition[] }> =>
  inTenant(tx, tx.scope.tenantNo, 'quarantineConditions', async (all) => {
    const asked = await askedOf(all, id, step);
    const conditions = await judge(all, asked);
    await keepChecks(all, id, step, conditions);
    await noteReds(
      all,
      id,
      redBlocks(conditions).map((one) => one.code),
      redWarnings(conditions).map((one) => one.code),
      actor,
    );
    return { asked, conditions };
  });

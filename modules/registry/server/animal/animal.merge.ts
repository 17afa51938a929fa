import type { Tx } from '#kit/server/db/database.ts';

/** What of an animal may be taken from the other record of it. Its numbers, holder and species are what makes it itself. */
export const animalChoices: Readonly<Record<string, readonly string[]>> = {
  breed: ['breed'],
  sex: ['sex'],
  birthDate: ['birth_date'],
  coatColor: ['coat_color'],
  motherTag: ['mother_tag', 'mother_id'],
  fatherCode: ['father_code'],
  castrated: ['castrated'],
  remark: ['remark'],
};

/** The loser points at the survivor, and so does whatever was merged into it before; its young are the survivor's. */
export async function absorbAnimal(
  tx: Tx,
  { survivorId, loserId, columns }: { survivorId: number; loserId: number; columns: readonly string[] },
  actor: number | null,
): Promise<number> {
  await tx.query(
    'update registry.animal set merged_into_id = $2 where tenant_no = $3 and (id = $1 or merged_into_id = $1)',
    [loserId, survivorId, tx.scope.tenantNo],
  );
  if (columns.length > 0)
    await tx.query(
      `update registry.animal s set ${columns.map((one) => `${one} = l.${one}`).join(', ')}, version = s.version + 1, updated_by = $3, updated_at = now()
       from registry.animal l where s.id = $1 and l.id = $2`,
      [survivorId, loserId, actor],
    );
  await tx.query('update registry.animal set parity = greatest(parity, $2) where id = $1', [
    survivorId,
    (await tx.query<{ parity: number }>('select parity from registry.animal where id = $1', [loserId]))[0]?.parity ?? 0,
  ]);
  const young = await tx.query(
    'update registry.animal set mother_id = $2 where tenant_no = $3 and mother_id = $1 returning 1',
    [loserId, survivorId, tx.scope.tenantNo],
  );
  return young.length;
}

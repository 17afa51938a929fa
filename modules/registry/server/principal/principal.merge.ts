import type { Tx } from '#kit/server/db/database.ts';
import type { Choices } from '../duplicate/merge-log.ts';

const pii = (column: string) => [`${column}_enc`, `${column}_hash`, `${column}_mask`];

/** What of a unit may be taken from the other one, and the columns it lies in. Its place and its type stay: animals and rights hang on them. */
export const principalChoices: Readonly<Record<string, readonly string[]>> = {
  principalUnitName: ['principal_unit_name', 'name_pinyin'],
  address: ['address'],
  location: ['longitude', 'latitude'],
  contactName: ['contact_name'],
  contactPhone: pii('contact_phone'),
  contactIdCard: pii('contact_id_card'),
  creditCode: ['credit_code'],
  speciesKept: ['species_kept'],
  scale: ['scale', 'scale_by'],
  householdMark: ['household_mark'],
  bankName: ['bank_name'],
  bankAccountNo: pii('bank_account_no'),
  bankAccountName: ['bank_account_name'],
  remark: ['remark'],
};

export const chosenColumns = (choices: Choices, columns: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(columns).flatMap(([name, own]) => (choices[name] === 'loser' ? own : []));

/** The loser becomes a sign that points at the survivor, as do those that once were merged into it; its subordinates change their superior. */
export async function absorbPrincipal(
  tx: Tx,
  { survivorId, loserId, choices }: { survivorId: number; loserId: number; choices: Choices },
  actor: number | null,
): Promise<number> {
  const columns = chosenColumns(choices, principalChoices);
  const [loser] = await tx.query<{ code: string | null }>(
    'select credit_code as code from registry.principal where id = $1',
    [loserId],
  );
  const takesCode = columns.includes('credit_code');
  // First: two rows in force never share a number, not even for a moment.
  await tx.query(
    `update registry.principal set status = 'merged', merged_into_id = $2, show_flag = false, credit_code = case when $3 then null else credit_code end,
       version = version + 1, updated_by = $4, updated_at = now() where id = $1`,
    [loserId, survivorId, takesCode, actor],
  );
  await tx.query('update registry.principal set merged_into_id = $2 where tenant_no = $3 and merged_into_id = $1', [
    loserId,
    survivorId,
    tx.scope.tenantNo,
  ]);
  const copied = columns.filter((one) => one !== 'credit_code').map((one) => `${one} = l.${one}`);
  await tx.query(
    `update registry.principal s set ${[...copied, ...(takesCode ? ['credit_code = $4'] : [])].map((one) => `${one}, `).join('')}
       version = s.version + 1, updated_by = $3, updated_at = now() from registry.principal l where s.id = $1 and l.id = $2`,
    [survivorId, loserId, actor, ...(takesCode ? [loser?.code ?? null] : [])],
  );
  const below = await tx.query(
    `update registry.principal set parent_id = $2, version = version + 1, updated_by = $3, updated_at = now() where tenant_no = $4 and parent_id = $1 and id <> $2 returning 1`,
    [loserId, survivorId, actor, tx.scope.tenantNo],
  );
  return below.length;
}

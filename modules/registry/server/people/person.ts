import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { piiColumns, searchHash } from '#kit/server/pii/pii.ts';
import { noteDuplicates } from '../duplicate/duplicate-candidate.ts';
import { insertPersonParty, reassignPersonParties, renamePersonParty } from './person-party.ts';

export interface PersonInput {
  readonly name: string;
  readonly phone: string | null;
  readonly idCard: string | null;
  readonly principalId: number;
  readonly regionCode: number;
}

/** What the number itself says. */
const factsOf = (idCard: string | null) =>
  idCard?.length === 18
    ? {
        sex: Number(idCard[16]) % 2 === 1 ? 'male' : 'female',
        birthDate: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
      }
    : { sex: null, birthDate: null };

/** The row of this human being: the one that is there, wherever it was made, or a new one. The unit that names them may see it from now on. */
export async function personFor(tx: Tx, input: PersonInput): Promise<number> {
  const { tenantNo } = tx.scope;
  const [known] = input.idCard
    ? await tx.query<{ id: number | null }>('select registry.person_by_card($1, $2) as id', [
        tenantNo,
        searchHash(input.idCard, tenantNo),
      ])
    : [];
  const id = known?.id ?? (await insertPerson(tx, input));
  // The row may lie outside the caller's sight; that they may name this person was settled by their own record.
  await inTenant(tx, tenantNo, 'namePerson', async (whole) => {
    await whole.query(
      `update registry.person set party_ids = party_ids || $2::bigint, updated_at = now() where id = $1 and not party_ids @> array[$2::bigint]`,
      [id, input.principalId],
    );
    await insertPersonParty(whole, id, input.principalId);
    if (!known?.id) await noteDuplicates(whole, 'person', [id]);
  });
  return id;
}

async function insertPerson(tx: Tx, input: PersonInput): Promise<number> {
  const { sex, birthDate } = factsOf(input.idCard);
  const values: [string, unknown][] = [
    ['tenant_no', tx.scope.tenantNo],
    ['region_code', input.regionCode],
    ['party_ids', [input.principalId]],
    ['name', input.name],
    ...piiColumns('id_card', 'idCard', input.idCard, tx.scope.tenantNo),
    ...piiColumns('phone', 'phone', input.phone, tx.scope.tenantNo),
    ['sex', sex],
    ['birth_date', birthDate],
    ['created_by', tx.scope.userId],
    ['updated_by', tx.scope.userId],
  ];
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.person (${values.map(([column]) => column).join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    values.map(([, value]) => value),
  );
  if (!row) throw new Error('the person was not written');
  return row.id;
}

const pii = (column: string) => [`${column}_enc`, `${column}_hash`, `${column}_mask`];
/** What of a person may be taken from the other record of them. */
export const personChoices: Readonly<Record<string, readonly string[]>> = {
  name: ['name'],
  idCard: pii('id_card'),
  phone: pii('phone'),
  sex: ['sex'],
  birthDate: ['birth_date'],
  ethnicGroup: ['ethnic_group'],
  address: ['address'],
};

/** R63: the loser points at the survivor; who saw the one sees the other. */
export async function absorbPerson(
  tx: Tx,
  { survivorId, loserId, columns }: { survivorId: number; loserId: number; columns: readonly string[] },
  actor: number | null,
): Promise<void> {
  await reassignPersonParties(tx, loserId, survivorId);
  await tx.query(
    `update registry.person set status = 'merged', merged_into_id = $2, version = version + 1, updated_by = $3, updated_at = now() where id = $1`,
    [loserId, survivorId, actor],
  );
  await tx.query('update registry.person set merged_into_id = $2 where tenant_no = $3 and merged_into_id = $1', [
    loserId,
    survivorId,
    tx.scope.tenantNo,
  ]);
  await tx.query(
    `update registry.person s set ${columns.map((one) => `${one} = l.${one}, `).join('')}
       party_ids = array(select distinct unnest(s.party_ids || l.party_ids) order by 1), version = s.version + 1, updated_by = $3, updated_at = now()
     from registry.person l where s.id = $1 and l.id = $2`,
    [survivorId, loserId, actor],
  );
}

/** R63: people a unit named are named by its survivor, who sees them from now on. */
export async function reassignNaming(tx: Tx, from: number, to: number): Promise<void> {
  await renamePersonParty(tx, from, to);
  await tx.query(
    `update registry.person set party_ids = array(select distinct unnest(party_ids || $2::bigint) order by 1), updated_at = now()
     where tenant_no = $3 and id in (select person_id from registry.person_party where party_id = $1 and to_on is null)`,
    [from, to, tx.scope.tenantNo],
  );
}

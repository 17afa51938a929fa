import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { insertAct } from './client-consent.ts';

/** What is written of a client beside the engine. */
export interface Holder {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
  readonly phoneMask: string | null;
}

/** Told again, the client there is already. */
export async function insertClient(
  tx: Tx,
  bankId: number,
  holder: Holder,
  more: { readonly managerUserId: number; readonly grade?: string; readonly remark?: string | null },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
       manager_user_id, grade, remark, created_by, updated_by)
     values (kit.tenant(), $1, $2::bigint, 'C' || lpad($2::bigint::text, 8, '0'), $3, $4, $5, $6, coalesce($7, 'B'), $8,
       $9, $9)
     on conflict (tenant_no, bank_id, principal_id) do update set client_name = excluded.client_name returning id`,
    [
      bankId,
      holder.id,
      holder.name,
      holder.type,
      holder.regionCode,
      more.managerUserId,
      more.grade ?? null,
      more.remark ?? null,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}

export interface ClientRow {
  readonly id: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly clientName: string;
  readonly regionCode: number;
  readonly managerUserId: number;
  readonly consentFrom: string | null;
  readonly consentTo: string | null;
  readonly consentScope: string[];
  readonly status: string;
}
export async function clientRow(tx: Tx, id: number, lock = false): Promise<ClientRow | null> {
  const [row] = await tx.query<ClientRow>(
    `select id, bank_id as "bankId", principal_id as "principalId", client_name as "clientName",
       region_code as "regionCode", manager_user_id as "managerUserId",
       to_char(consent_from, 'YYYY-MM-DD') as "consentFrom", to_char(consent_to, 'YYYY-MM-DD') as "consentTo", consent_scope as "consentScope", status
     from bank.bank_client where tenant_no = kit.tenant() and id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return row ?? null;
}

interface Consent {
  readonly fileId: number;
  readonly scope: readonly string[];
  readonly from: string;
  readonly to: string;
}
export async function writeConsent(tx: Tx, client: ClientRow, consent: Consent): Promise<void> {
  await tx.query(
    `update bank.bank_client set consent_file = $2, consent_signed_by = $3, consent_from = $4, consent_to = $5,
       consent_scope = $6, consent_ended_at = null, status = case when status = 'prospect' then 'active' else status end,
       version = version + 1, updated_at = now(), updated_by = $3 where tenant_no = kit.tenant() and id = $1`,
    [client.id, consent.fileId, tx.scope.userId, consent.from, consent.to, consent.scope],
  );
  await insertAct(tx, client, { act: 'given', ...consent });
  await linkFiles(tx, [consent.fileId], 'bank.bankClient', client.id);
  if (client.status === 'prospect')
    await recordTransition(
      tx,
      { userId: tx.scope.userId, nickname: null },
      { entity: 'bank.bankClient', entityId: client.id, name: 'activate', from: 'prospect', to: 'active' },
    );
}

export async function writeConsentEnd(tx: Tx, client: ClientRow): Promise<string> {
  const [row] = await tx.query<{ at: string | null }>(
    `update bank.bank_client set consent_ended_at = now(), version = version + 1, updated_at = now(), updated_by = $2
     where tenant_no = kit.tenant() and id = $1 returning consent_ended_at as at`,
    [client.id, tx.scope.userId],
  );
  await insertAct(tx, client, {
    act: 'withdrawn',
    fileId: null,
    scope: client.consentScope,
    from: client.consentFrom ?? '',
    to: client.consentTo ?? '',
  });
  return new Date(row?.at ?? Date.now()).toISOString();
}

const isOpen = (row: string) =>
  `${row}.consent_ended_at is null and ${row}.consent_to >= (now() at time zone 'Asia/Shanghai')::date`;

/** A client of the unit that is gone, and whose file it is now. */
export interface MergedClient {
  readonly id: number;
  readonly name: string;
  readonly into: string;
  readonly managerUserId: number;
}

/**
 * Two records of one unit became one. Where the survivor is not the bank's client yet it takes the file over as it is, consent and
 * all; where it is, the other file ends, and its consent goes on in the survivor's only where that has none of its own.
 */
export async function mergeClients(tx: Tx, from: number, to: number): Promise<MergedClient[]> {
  const taken = await tx.query<MergedClient>(
    `update bank.bank_client c set principal_id = h.id, client_name = h.name, client_type = h.type,
       region_code = h.region_code, version = c.version + 1, updated_at = now()
     from bank.bank_client was, bank.holder_seen h
     where c.tenant_no = kit.tenant() and c.principal_id = $1 and was.tenant_no = c.tenant_no and was.id = c.id
       and h.tenant_no = c.tenant_no and h.id = $2 and not exists (select 1 from bank.bank_client o
         where o.tenant_no = c.tenant_no and o.bank_id = c.bank_id and o.principal_id = $2)
     returning c.id, was.client_name as name, c.client_name as into, c.manager_user_id as "managerUserId"`,
    [from, to],
  );
  const carried = await tx.query<
    Pick<ClientRow, 'id' | 'bankId' | 'principalId' | 'consentFrom' | 'consentTo' | 'consentScope'> & {
      fileId: number | null;
    }
  >(
    `update bank.bank_client c set consent_file = o.consent_file, consent_signed_by = o.consent_signed_by,
       consent_from = o.consent_from, consent_to = o.consent_to, consent_scope = o.consent_scope, consent_ended_at = null,
       status = case when c.status = 'prospect' then 'active' else c.status end, version = c.version + 1,
       updated_at = now()
     from bank.bank_client o where c.tenant_no = kit.tenant() and c.principal_id = $2 and o.tenant_no = c.tenant_no
       and o.bank_id = c.bank_id and o.principal_id = $1 and ${isOpen('o')} and not coalesce(${isOpen('c')}, false)
     returning c.id, c.bank_id as "bankId", c.principal_id as "principalId", c.consent_scope as "consentScope",
       to_char(c.consent_from, 'YYYY-MM-DD') as "consentFrom", to_char(c.consent_to, 'YYYY-MM-DD') as "consentTo",
       c.consent_file as "fileId"`,
    [from, to],
  );
  for (const one of carried)
    await insertAct(tx, one, {
      act: 'given',
      fileId: one.fileId,
      scope: one.consentScope,
      from: one.consentFrom ?? '',
      to: one.consentTo ?? '',
    });
  const ended = await tx.query<MergedClient>(
    `update bank.bank_client c set status = case when c.consent_from is null then c.status else 'closed' end,
       consent_ended_at = coalesce(c.consent_ended_at, now()), version = c.version + 1, updated_at = now()
     from bank.bank_client o where c.tenant_no = kit.tenant() and c.principal_id = $1 and o.tenant_no = c.tenant_no
       and o.bank_id = c.bank_id and o.principal_id = $2 and c.status <> 'closed'
     returning o.id, c.client_name as name, o.client_name as into, o.manager_user_id as "managerUserId"`,
    [from, to],
  );
  return [...taken, ...ended];
}

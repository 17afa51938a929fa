import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { asBank } from '../credit/line.ts';
import { refuse } from '../refusals.ts';

/** What a client lets its bank read (R1). */
export type ConsentScope = 'register' | 'stock' | 'immunity' | 'insurance' | 'device' | 'video';

const consentIsOpen = (day: string) =>
  `c.consent_ended_at is null and c.consent_from <= ${day}::date and c.consent_to >= ${day}::date
   and c.status in ('active', 'watch', 'blocked')`;

/**
 * R1, R3: refused unless this bank holds an unexpired consent of this client for this kind of data. Answers the ground that
 * narrow functions of other modules ask for.
 *
 * @example
 * const { ground } = await requireConsent(tx, { bankId, principalId, scope: 'stock' });
 */
export async function requireConsent(
  tx: Tx,
  ask: { readonly bankId: number; readonly principalId: number; readonly scope: ConsentScope },
): Promise<{ clientId: number; ground: string }> {
  const found = await consentOf(tx, ask.bankId, ask.principalId);
  if (!found?.scopes.includes(ask.scope)) throw refuse('noConsent');
  return { clientId: found.clientId, ground: `bank.consent:${found.clientId}` };
}

/** The scopes an open consent covers; null without one. */
export async function consentOf(
  tx: Tx,
  bankId: number,
  principalId: number,
): Promise<{ clientId: number; scopes: readonly ConsentScope[] } | null> {
  const rows = await asBank(tx, (sys) =>
    sys.query<{ clientId: number; scopes: ConsentScope[] }>(
      `select c.id as "clientId", c.consent_scope as scopes from bank.bank_client c
       where c.tenant_no = kit.tenant() and c.bank_id = $1 and c.principal_id = $2 and ${consentIsOpen('$3')}`,
      [bankId, principalId, today()],
    ),
  );
  return rows[0] ?? null;
}

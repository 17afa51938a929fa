import type { Tx } from './database.ts';
import { type Scope, scopeStatement, systemScope } from './scope.ts';

/**
 * A part of a transaction that belongs to another tenant: opening it, configuring it. It runs under a named system scope of that tenant and
 * sees no other; afterwards the transaction is its owner's again. All of it stands or falls together.
 *
 * @example
 * const rootId = await inTenant(call.tx, tenantNo, 'openTenant', (tx) => directory().createRoot(tx, root));
 */
export async function inTenant<T>(tx: Tx, tenantNo: number, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (tx.scope.system && tx.scope.tenantNo === tenantNo) return work(tx);
  const scope = systemScope(tenantNo, name);
  // The caller's own is held already. Waited for: whoever asks for a tenant that is not here is told so, and nothing of theirs was done.
  if (tx.scope.tenantNo !== tenantNo) await tx.query('select kit.hold_tenant($1)', [tenantNo]);
  enter(tx, scope);
  const done = await work({ ...tx, scope });
  // Not in a finally: a transaction that failed takes no further statement, and its rollback takes the scope back too.
  enter(tx, tx.scope);
  return done;
}

/** Not waited for: it travels with the statement after it, and a transaction in which it failed does not commit. */
const enter = (tx: Tx, scope: Scope): void => {
  tx.query(scopeStatement.text, scope.settings).catch(() => {});
};

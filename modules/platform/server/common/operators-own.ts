import { forbidden } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Call } from '#kit/server/http/call.ts';

/** Public reference data: everybody reads it, the operator's people write it. The database says so too; this says it politely. */
export function refuseTenants({ actor }: Pick<Call, 'actor'>): void {
  if (actor.tenantNo !== 0) throw forbidden();
}

export const operatorCan = (_row: unknown, verb: string, { tenantNo }: Pick<Actor, 'tenantNo'>): boolean =>
  verb === 'detail' || tenantNo === 0;

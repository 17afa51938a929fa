import { forbidden, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';

/** The farm a record is about: the caller's own, or another of theirs that is named. */
export function farmOf(call: Pick<Call, 'actor'>, asked?: number | null): number {
  const own = call.actor.scope.principals;
  const id = asked ?? own[0];
  if (id === undefined || !own.includes(id)) throw forbidden();
  return id;
}

export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
}
/** A unit of the tenant that a document names, whether or not its writer sees it. */
export const unitOf = (tx: Tx, id: number, field: string): Promise<Unit> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.unit', async (all) => {
    const [row] = await all.query<Unit>(
      `select id, name, type, region_code as "regionCode" from farm.unit_seen
       where id = $1 and tenant_no = kit.tenant() and status = 'active'`,
      [id],
    );
    if (!row) throw invalid([{ field, key: 'error.field.ref' }]);
    return row;
  });

export const docNo = async (tx: Tx, code: string): Promise<string> =>
  (await tx.query<{ no: string }>('select kit.doc_no($1) as no', [code]))[0]?.no ?? '';

import { forbidden, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';

export interface SocietyRow {
  readonly id: number;
  readonly unitId: number;
  readonly name: string;
  readonly code: string;
  readonly feeYear: 'rolling' | 'calendar';
  readonly graceDays: number;
  readonly halfFeeFrom: number;
  readonly regionCode: number;
}

export async function societyOf(tx: Pick<Tx, 'query'>, id: number): Promise<SocietyRow> {
  const [row] = await tx.query<SocietyRow>(
    `select s.id, s.principal_id as "unitId", s.name, s.code, s.fee_year as "feeYear", s.grace_days as "graceDays",
       s.half_fee_from as "halfFeeFrom", coalesce((select u.region_code from cure.unit_seen u
         where u.id = s.principal_id), 0) as "regionCode"
     from cure.society s where s.tenant_no = kit.tenant() and s.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** The rows of all societies are read by everybody; each is kept by its own people, or by the authority that set it up. */
export async function ownSociety(call: Call, id: number): Promise<SocietyRow> {
  const found = await societyOf(call.tx, id);
  if (!isOwn(call, found)) throw forbidden();
  return found;
}
export const isOwn = (call: Call, { unitId }: Pick<SocietyRow, 'unitId'>): boolean =>
  call.actor.scope.principals.includes(unitId) || call.actor.actions.has('cure:host:audit');

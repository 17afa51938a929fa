import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { rootRegion } from '../common.ts';

export interface Deed {
  readonly objectType: 'commodity' | 'sku' | 'product' | 'order' | 'afterSale' | 'settlement';
  readonly objectId: number;
  readonly objectName: string;
  readonly action: string;
  readonly supplierId?: number | null;
  readonly principalId?: number | null;
  readonly regionCode?: number;
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly priceChanged?: boolean;
  readonly remark?: string | null | undefined;
}
/** Whoever did it; the clock has no name. */
export interface Doer {
  readonly userId: number | null;
  readonly name: string | null;
}
export const clock: Doer = { userId: null, name: null };
export const doerOf = ({ actor }: Pick<Call, 'actor'>): Doer => ({ userId: actor.userId, name: actor.nickname });

/** R10: what was done, with the fields it changed; nobody edits it. */
export async function record(tx: Tx, by: Doer, deed: Deed): Promise<void> {
  await tx.query(
    `insert into commerce.operating_record (tenant_no, region_code, supplier_id, principal_id, object_type, object_id,
       object_name, action, changes, price_changed, remark, by_name, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      deed.regionCode ?? rootRegion(tx.scope.tenantNo),
      deed.supplierId ?? null,
      deed.principalId ?? null,
      deed.objectType,
      deed.objectId,
      deed.objectName.slice(0, 80),
      deed.action,
      JSON.stringify(deed.changes ?? {}),
      deed.priceChanged ?? false,
      deed.remark?.slice(0, 500) ?? null,
      by.name,
      by.userId,
    ],
  );
}

/** The fields in which two states of a thing differ. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    Object.keys(after)
      .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
      .map((key) => [key, [before[key] ?? null, after[key] ?? null]]),
  );
}

import { within } from '#kit/contract/region.ts';
import type { Actor } from '../auth/actor.ts';

/** Who sees the row an event speaks of: the permission, and the region or a party, exactly as the row's list asks. */
export interface RowRule {
  readonly permission?: string | null;
  readonly regionCode?: number | null;
  readonly principalIds?: readonly number[];
  readonly createdBy?: number | null;
}

/** Whom an event may be shown to, any of these; nothing named is nobody. */
export interface Audience {
  readonly userIds?: readonly number[];
  readonly row?: RowRule;
  /** Everybody of the tenant who may have the topic. */
  readonly everyone?: boolean;
}

/** What is published: which change, who may hear of it, and ids and absolute values that say what changed. */
export interface EventInput {
  readonly kind: string;
  /** Left out: for consumers inside the house only. */
  readonly audience?: Audience;
  readonly data?: unknown;
}

export interface Event extends EventInput {
  readonly id: number;
  /** Place in the one order of all events; whoever has seen it has seen everything before it. */
  readonly position: number;
  readonly tenantNo: number;
  readonly topic: string;
  readonly at: string;
}

export function reaches(actor: Actor, tenantNo: number, audience: Audience | undefined): boolean {
  if (!audience || actor.tenantNo !== tenantNo) return false;
  if (audience.everyone || audience.userIds?.includes(actor.userId)) return true;
  return audience.row !== undefined && sees(actor, audience.row);
}

/** The policy of class `jurisdiction`, said of one row that is no longer asked for. */
function sees(actor: Actor, { permission, regionCode, principalIds = [], createdBy }: RowRule): boolean {
  if (permission && !actor.actions.has(permission)) return false;
  const { regions, principals, selfOnly } = actor.scope;
  return (
    (typeof regionCode === 'number' && regions.some((code) => within(regionCode, code))) ||
    principalIds.some((id) => principals.includes(id)) ||
    (selfOnly && createdBy === actor.userId)
  );
}

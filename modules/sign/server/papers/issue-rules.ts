import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { countyOf, type Range, showRange } from '#modules/sign/contract/numbers/code.ts';
import { type Staff, staffOf, type Unit, unitsOf } from '../numbers/holders.ts';
import type { Holder } from '../numbers/tag-move.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { dayAfter } from './days.ts';

const isAuthority = (unit: Unit) => unit.type === 'authority';
const isStation = (unit: Unit) => unit.type === 'preventionStation';
const isFarm = (unit: Unit) => ['farm', 'cooperative'].includes(unit.type);
const countyOfUnit = (unit: Unit) => Math.floor(unit.regionCode / 1e6);
/** By the region it is in: 2 prefecture, 3 county. */
const isCounty = (unit: Unit) => isAuthority(unit) && unit.regionCode % 1e6 === 0 && unit.regionCode % 1e8 !== 0;
const isPrefecture = (unit: Unit) => isAuthority(unit) && unit.regionCode % 1e8 === 0;

/** R28: who may give to whom. */
export function mayGive(
  kind: string,
  from: Unit,
  to: Unit,
  giver: Staff | undefined,
  taker: Staff | undefined,
): boolean {
  const sameCounty = countyOfUnit(from) === countyOfUnit(to);
  switch (kind) {
    case 'issueUnit':
      return (isPrefecture(from) && isCounty(to)) || (isCounty(from) && isStation(to) && sameCounty && !taker);
    case 'issueWorker':
      if (from.type === 'insurer') return taker !== undefined && to.id === from.id;
      return isStation(from) && taker !== undefined && taker.principalId === from.id && !giver;
    case 'issueFarm':
      return (isCounty(from) || isStation(from)) && isFarm(to) && sameCounty && !taker;
    case 'return':
      if (giver) return !taker && to.id === giver.principalId;
      return (isStation(from) || isFarm(from)) && (isCounty(to) || isStation(to)) && sameCounty && !taker;
    case 'transfer':
      if (giver && taker) return giver.principalId === taker.principalId;
      return !giver && !taker && from.parentId !== null && from.parentId === to.parentId && from.id !== to.id;
    case 'sample':
      return isAuthority(from);
    default:
      return false;
  }
}

export interface Parties {
  readonly from: Unit;
  readonly to: Unit;
  readonly giver: Staff | undefined;
  readonly taker: Staff | undefined;
}
export async function partiesOf(tx: Tx, from: Holder, to: Holder): Promise<Parties> {
  const units = await unitsOf(tx, [from.principalId, to.principalId]);
  const staff = await staffOf(tx, [from.staffId, to.staffId]);
  const [giverUnit, takerUnit] = [units.get(from.principalId), units.get(to.principalId)];
  if (!giverUnit || !takerUnit) throw refusal('wrongLevel', 'sign.refuse.wrongLevel', { to: '-' });
  return {
    from: giverUnit,
    to: takerUnit,
    giver: from.staffId === null ? undefined : staff.get(from.staffId),
    taker: to.staffId === null ? undefined : staff.get(to.staffId),
  };
}

/** R28, R31: the right level, and somebody who is at work. */
export function refuseParties(kind: string, { from, to, giver, taker }: Parties): void {
  const isIdle = to.status !== 'active' || (taker && taker.status !== 'active');
  if (isIdle) throw refusal('inactiveReceiver', 'sign.refuse.inactiveReceiver', { to: taker?.name ?? to.name });
  if (!mayGive(kind, from, to, giver, taker))
    throw refusal('wrongLevel', 'sign.refuse.wrongLevel', { to: taker?.name ?? to.name });
}

/** R29: a number goes only to the county it names. */
export function refuseCounty(ranges: readonly Range[], to: Unit, isLifted: boolean): void {
  if (isPrefecture(to) || isLifted) return;
  const wrong = ranges.find((one) => countyOf(one.from) !== countyOfUnit(to) || countyOf(one.to) !== countyOfUnit(to));
  if (wrong) throw refusal('wrongCounty', 'sign.refuse.wrongCounty', { ranges: showRange(wrong), n: 1 });
}

export interface Card {
  readonly hand: number;
  readonly inTransit: number;
  readonly quota: number | null;
  readonly worn90: number;
  readonly lastStocktake: string | null;
  readonly blocked: string | null;
}
/** What a receiver has, uses and may still have (R30); and why he may get nothing at all (R32). */
export async function cardOf(tx: Tx, holder: Holder, parties: Pick<Parties, 'to' | 'taker'>): Promise<Card> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const [held] = await all.query<{ hand: number; transit: number }>(
      `select coalesce(sum(b.hand + b.stock + b.received), 0)::int as hand,
         coalesce(sum(b.in_transit), 0)::int as transit
       from sign.tag_balance b
       where b.tenant_no = $1 and b.principal_id = $2 and b.staff_id is not distinct from $3`,
      [all.scope.tenantNo, holder.principalId, holder.staffId],
    );
    const [used] = await all.query<{ n: number }>(
      `select coalesce(sum(d.worn), 0)::int as n from sign.tag_balance_day d
       where d.tenant_no = $1 and d.principal_id = $2 and d.staff_id is not distinct from $3 and d.day > $4`,
      [all.scope.tenantNo, holder.principalId, holder.staffId, dayAfter(today(), -90)],
    );
    const region = parties.to.regionCode;
    const quota =
      holder.staffId !== null
        ? await ruleOf(all, 'maxHoldWorker', region)
        : isFarm(parties.to)
          ? await ruleOf(all, 'maxHoldFarm', region)
          : null;
    const [count] = await all.query<{ last: string | null; open: number }>(
      `select max(s.counted_on) filter (where s.status = 'closed') as last,
         (count(*) filter (where s.status in ('counted', 'explained') and s.missing + s.extra > 0))::int as open
       from sign.sign_stocktake s
       where s.tenant_no = $1 and s.principal_id = $2 and s.staff_id is not distinct from $3`,
      [all.scope.tenantNo, holder.principalId, holder.staffId],
    );
    const days = await ruleOf(all, 'stocktakeDaysWorker', region);
    const [first] = await all.query<{ since: string | null }>(
      `select min(d.day) as since from sign.tag_balance_day d
       where d.tenant_no = $1 and d.principal_id = $2 and d.staff_id is not distinct from $3`,
      [all.scope.tenantNo, holder.principalId, holder.staffId],
    );
    const since = count?.last ?? first?.since ?? null;
    const isOverdue = holder.staffId !== null && since !== null && since < dayAfter(today(), -days);
    const blocked = (count?.open ?? 0) > 0 ? 'countGap' : isOverdue && (held?.hand ?? 0) > 0 ? 'countOverdue' : null;
    return {
      hand: held?.hand ?? 0,
      inTransit: held?.transit ?? 0,
      quota,
      worn90: used?.n ?? 0,
      lastStocktake: count?.last ?? null,
      blocked,
    };
  });
}

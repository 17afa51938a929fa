import { forbidden, notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { rankSurveyors, type Surveyor, scoreOf } from '#modules/insurance/contract/claim/claim-life.ts';
import {
  answerDispatch,
  arriveAt,
  assignSurvey,
  dispatchCandidates,
  extendArrival,
} from '#modules/insurance/contract/claim/dispatch.ts';
import { closeAlarm, closeTask, notify } from '#modules/platform/server/index.ts';
import { kmBetween } from '../check/distance.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { askManager, dropArrivalClock, dropOfferClock, setArrivalClock, setOfferClock } from './claim-clock.ts';
import { addFlags, type Claim, claimFor, claimOf, setClaim, stepClaim } from './ins-claim.moves.ts';
import { insertOffer, offerOf, openOffer, setOffer } from './ins-dispatch.ts';
import { setWhere } from './ins-duty.ts';

interface OnDuty extends Surveyor {
  readonly userId: number;
  readonly name: string;
}
/** Where the loss is: as reported, else where the holder lives. */
export const placeOf = async (tx: Tx, claim: Claim): Promise<{ longitude: number; latitude: number } | null> => {
  if (claim.longitude !== null && claim.latitude !== null)
    return { longitude: claim.longitude, latitude: claim.latitude };
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'insurance.place', (sys) =>
    sys.query<{ longitude: number | null; latitude: number | null }>(
      'select longitude, latitude from insurance.holder_seen where id = $1',
      [claim.principalId],
    ),
  );
  return row && row.longitude !== null && row.latitude !== null
    ? { longitude: row.longitude, latitude: row.latitude }
    : null;
};

/** R33: everybody of the insurer who is on duty there today. */
async function onDuty(tx: Tx, claim: Claim): Promise<OnDuty[]> {
  const place = await placeOf(tx, claim);
  const rows = await tx.query<
    Omit<OnDuty, 'distanceKm' | 'isExcluded'> & {
      longitude: number | null;
      latitude: number | null;
      wasThere: boolean;
      letGo: boolean;
    }
  >(
    `select distinct on (d.staff_id) d.staff_id as "staffId", d.user_id as "userId", d.staff_name as name,
       d.max_open as "maxOpen", d.longitude, d.latitude,
       (select count(*)::int from insurance.ins_dispatch o where o.tenant_no = d.tenant_no
         and o.surveyor_id = d.staff_id and o.status in ('offered', 'accepted', 'arrived')) as open,
       exists (select 1 from insurance.ins_dispatch o where o.tenant_no = d.tenant_no and o.claim_id = $1
         and o.surveyor_id = d.staff_id and o.status in ('refused', 'timedOut', 'done')) as "letGo",
       (select count(*) from (select c.surveyed_by from insurance.ins_claim c where c.tenant_no = d.tenant_no
         and c.principal_id = $2 and c.id <> $1 and c.surveyed_by is not null order by c.id desc limit 2) last
         where last.surveyed_by = d.user_id) = 2 as "wasThere"
     from insurance.ins_duty d where d.tenant_no = kit.tenant() and d.insurer_id = $3 and d.user_id is not null
       and d.region_code = any ($4) and d.on_from <= $5 and (d.on_to is null or d.on_to >= $5)
     order by d.staff_id, d.region_code desc`,
    [claim.id, claim.principalId, claim.insurerId, upwards(claim.regionCode), today()],
  );
  return rows.map(({ longitude, latitude, wasThere, letGo, ...one }) => ({
    ...one,
    distanceKm:
      place && longitude !== null && latitude !== null
        ? Math.round(kmBetween(place, { longitude, latitude }) * 10) / 10
        : null,
    isExcluded: wasThere || letGo,
  }));
}

async function offer(
  tx: Tx,
  claim: Claim,
  to: OnDuty,
  how: { mode: 'auto' | 'manual'; reason: string | null; by: string | null },
): Promise<number> {
  const minutes = await numberOf(tx, 'claim.acceptMinutes', claim.regionCode, claim.insurerId);
  const acceptDueAt = new Date(Date.now() + minutes * 60_000);
  const id = await insertOffer(tx, claim, { ...to, mode: how.mode, acceptDueAt, reason: how.reason });
  await setOfferClock(tx, id, acceptDueAt);
  await stepClaim(tx, claim, 'dispatch', how.by, { surveyor_id: to.staffId, surveyor_name: to.name });
  await closeTask(tx, 'insurance.insClaim', claim.id);
  await notify(tx, {
    type: 'reminder',
    title: { key: 'insurance.told.offer', args: { docNo: claim.docNo } },
    content: { key: 'insurance.told.arriveText', args: { docNo: claim.docNo, holder: claim.holderName } },
    userIds: [to.userId],
    linkPath: `/insuranceMgt/surveyForm?claimId=${claim.id}`,
  });
  return id;
}
/** The best who has not let it go by; after three of them somebody decides. */
export async function offerBest(tx: Tx, claim: Claim, by: string | null): Promise<boolean> {
  return inTenant(tx, tx.scope.tenantNo, 'insurance.dispatch', async (sys) => {
    const [asked] = await sys.query<{ n: number }>(
      `select count(*)::int as n from insurance.ins_dispatch where tenant_no = kit.tenant() and claim_id = $1
         and status in ('refused', 'timedOut')`,
      [claim.id],
    );
    const [best] = (asked?.n ?? 0) >= 3 ? [] : rankSurveyors(await onDuty(sys, claim));
    if (!best) return false;
    await offer(sys, claim, best, { mode: 'auto', reason: null, by });
    return true;
  });
}
async function toNext(tx: Tx, claimId: number, by: string | null): Promise<void> {
  const claim = await claimOf(tx, claimId, true);
  if (claim.status !== 'dispatched') return;
  await stepClaim(tx, claim, 'undispatch', by, { surveyor_id: null, surveyor_name: null });
  if (!(await offerBest(tx, { ...claim, status: 'reported' }, by))) await askManager(tx, claimId);
}
export async function timeOut(tx: Tx, dispatchId: number): Promise<void> {
  const one = await offerOf(tx, dispatchId);
  if (one.status !== 'offered') return;
  await setOffer(tx, one.id, 'timedOut');
  await toNext(tx, one.claimId, null);
}

async function assign(call: Call<typeof assignSurvey>) {
  const { claimId, version, staffId, reason = null } = call.body;
  const { tx } = call;
  const claim = await claimFor(tx, claimId, 'dispatch', version);
  const chosen = (await onDuty(tx, claim)).find((one) => one.staffId === staffId);
  if (!chosen) throw refuse('notOnDuty');
  const before = await openOffer(tx, claimId);
  if (before && !reason) throw refuse('reasonNeeded');
  if (before) {
    await setOffer(tx, before.id, 'replaced', { reason });
    await dropOfferClock(tx, before.id);
  }
  const dispatchId = await offer(tx, claim, chosen, { mode: 'manual', reason, by: call.actor.nickname });
  call.answer.msg = call.say('ok.saved');
  return { dispatchId };
}

/** Whoever was asked, and nobody else. */
async function mine(tx: Tx, claimId: number, userId: number | null) {
  const one = await openOffer(tx, claimId);
  if (!one) throw notFound();
  if (one.userId !== userId) throw forbidden();
  return one;
}
async function answer(call: Call<typeof answerDispatch>) {
  const { claimId, accept, reason = null } = call.body;
  const { tx } = call;
  const one = await mine(tx, claimId, call.actor.userId);
  if (one.status !== 'offered') throw wrongState(one.status, 'insurance.claimStep.dispatch');
  await dropOfferClock(tx, one.id);
  if (accept) {
    await setOffer(tx, one.id, 'accepted');
    return { status: 'accepted' };
  }
  if (!reason) throw refuse('reasonNeeded');
  await setOffer(tx, one.id, 'refused', { reason });
  await toNext(tx, claimId, call.actor.nickname);
  return { status: 'refused' };
}

async function extend(call: Call<typeof extendArrival>) {
  const { claimId, version, reason } = call.body;
  const { tx } = call;
  const claim = await claimOf(tx, claimId, true);
  if (claim.version !== version) throw staleVersion();
  if (claim.status !== 'reported' && claim.status !== 'dispatched')
    throw wrongState(claim.status, 'insurance.claimStep.extend');
  if (claim.extendReason) throw refuse('extendedOnce');
  const hours = await numberOf(tx, 'claim.extendHours', claim.regionCode, claim.insurerId);
  const from = new Date(claim.reportedAt);
  const to = new Date(from.getTime() + hours * 3_600_000);
  await setClaim(tx, claimId, { arrive_due_at: to.toISOString(), extend_reason: reason });
  await closeAlarm(tx, `clockArrive:${claimId}`);
  await setArrivalClock(tx, claimId, from, to);
  call.answer.msg = call.say('ok.saved');
  return { arriveDueAt: to.toISOString() };
}

/** R34: there, within a kilometre or with a reason that is looked at later. */
export async function arriveOnSite(
  tx: Tx,
  claim: Claim,
  offerId: number,
  staffId: number,
  at: { time: string; place: { longitude: number; latitude: number } | null; reason: string | null; by: string | null },
): Promise<number | null> {
  const home = await placeOf(tx, claim);
  const km = home && at.place ? Math.round(kmBetween(home, at.place) * 10) / 10 : null;
  const most = await numberOf(tx, 'claim.placeKm', claim.regionCode, claim.insurerId);
  if (km !== null && km > most) {
    if (!at.reason) throw refuse('farAway', { n: km });
    await addFlags(tx, claim.id, ['farSurvey']);
  }
  await setOffer(tx, offerId, 'arrived', { at: at.time, place: at.place, reason: at.reason });
  if (at.place) await setWhere(tx, staffId, at.place);
  await stepClaim(tx, claim, 'arrive', at.by, { arrived_at: at.time });
  await dropArrivalClock(tx, claim.id);
  return km;
}
async function arrive(call: Call<typeof arriveAt>) {
  const { claimId, at, location = null, reason = null } = call.body;
  const { tx } = call;
  const one = await mine(tx, claimId, call.actor.userId);
  const claim = await claimFor(tx, claimId, 'arrive');
  await dropOfferClock(tx, one.id);
  const time = new Date(Math.min(Date.parse(at), Date.now())).toISOString();
  const where = { time, place: location, reason, by: call.actor.nickname };
  const distanceKm = await arriveOnSite(tx, claim, one.id, one.surveyorId, where);
  return { status: 'surveying', distanceKm };
}

export const dispatchingRoutes = (): Route[] => [
  serve('insurance', dispatchCandidates, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const all = await onDuty(tx, await claimOf(tx, call.query.claimId));
      const ranked = rankSurveyors(all);
      const rest = all.filter((one) => !ranked.includes(one));
      return [...ranked, ...rest].map(({ staffId, name, distanceKm, open, maxOpen, isExcluded }) => ({
        staffId,
        name,
        distanceKm,
        open,
        maxOpen,
        score: scoreOf({ distanceKm, open }),
        why: isExcluded ? 'excluded' : open >= maxOpen ? 'full' : null,
      }));
    }),
  ),
  serve('insurance', assignSurvey, assign),
  serve('insurance', answerDispatch, answer),
  serve('insurance', extendArrival, extend),
  serve('insurance', arriveAt, arrive),
];

import { levelOf } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { type HomeSummary, homeSummary } from '#modules/prevention/contract/home/home.ts';
import { percent } from '#modules/prevention/contract/season/curve.ts';
import { forecastOf, homeOf, placeCoverage, type SeasonHead, seasonHead } from '../season/coverage.ts';
import { current } from '../season/routes.ts';
import { countersFor, type Role } from './counters.ts';
import { doneByDay, todayIn } from './done.ts';
import { makeupIn, placesOf } from './places.ts';
import { heldIn, lastVisits, ownOfHolder } from './work.ts';

/** What somebody comes here for, from what they may do and where they see. */
function roleOf(actor: Actor): Role {
  const { actions, scope } = actor;
  if (actions.has('ant:lab:test')) return 'lab';
  if (actions.has('ant:stress:pay') || actions.has('ant:work:pay')) return 'finance';
  if (!actions.has('ant:stat:coverage') || scope.regions.length === 0) return 'holder';
  if (actions.has('ant:visit:add') && !actions.has('ant:visit:check')) return 'worker';
  return scope.regions.every((code) => levelOf(code) >= 4) ? 'township' : 'area';
}

const looksAtPlaces: ReadonlySet<Role> = new Set(['worker', 'township', 'area']);

async function seasonStrip(tx: Tx, head: SeasonHead | null, code: number, role: Role): Promise<HomeSummary['season']> {
  if (!head) return null;
  const now = await current(tx, undefined);
  const dates = now?.id === head.id ? now : null;
  if (!dates) return null;
  const strip = {
    id: head.id,
    name: head.name,
    slogan: dates.slogan,
    startDate: head.startDate,
    endDate: head.endDate,
    day: dates.day,
    days: dates.days,
    daysLeft: dates.daysLeft,
    planned: Math.round(dates.planPct * head.target) / 100,
  };
  if (!looksAtPlaces.has(role) && role !== 'finance')
    return { ...strip, due: 0, done: 0, remaining: 0, coverage: null, gap: null, forecast: null };
  const { total, gap } = await placeCoverage(tx, head, code);
  return {
    ...strip,
    due: total.due,
    done: total.done,
    remaining: total.remaining,
    coverage: total.coverage,
    gap,
    forecast: await forecastOf(tx, head, code, total.remaining),
  };
}

async function summaryFor(tx: Tx, actor: Actor): Promise<HomeSummary> {
  const role = roleOf(actor);
  const hasPlace = tx.scope.regions.length > 0;
  const code = homeOf(tx);
  // Who sees no region belongs to the tenant's season all the same.
  const strip = async (from: Tx) => {
    const going = await current(from, hasPlace ? tx.scope.regions[0] : undefined);
    const head = going ? await seasonHead(from, going.id) : null;
    return { head, season: await seasonStrip(from, head, code, role) };
  };
  const { head, season } = hasPlace ? await strip(tx) : await inTenant(tx, tx.scope.tenantNo, 'home', strip);
  const makeup = await makeupIn(tx, hasPlace ? [code] : []);
  return {
    role,
    place: hasPlace ? { code, name: regionName(code) ?? '' } : null,
    season,
    routine: { month: today().slice(0, 7), ...makeup, rate: percent(makeup.done, makeup.due) },
    today: await todayIn(tx, hasPlace ? code : null),
    places: looksAtPlaces.has(role) ? await placesOf(tx, head, code, role) : [],
    held: role === 'worker' ? await heldIn(tx, actor.userId) : [],
    counters: await countersFor(tx, role, code),
    own: role === 'holder' ? await ownOfHolder(tx, actor.principalId, head?.id ?? null) : null,
    days: await doneByDay(tx, hasPlace ? code : null),
    visits: await lastVisits(tx, actor.actions.has('ant:visit:list'), role === 'holder'),
  };
}

export function homeRoutes(): Route[] {
  return [
    serve('prevention', homeSummary, (call) =>
      call.database.transaction(call.actor.scope, (tx) => summaryFor(tx, call.actor)),
    ),
  ];
}

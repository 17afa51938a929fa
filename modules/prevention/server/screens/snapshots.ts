import { forbidden } from '#kit/contract/errors.ts';
import { levelOf } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Database } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { type ScreenName, type Snapshot, screenPermissions } from '#modules/prevention/contract/screens/screen.ts';
import { homeOf } from '../season/coverage.ts';
import { drawCattle } from './boards/cattle.ts';
import { drawGround } from './boards/ground.ts';
import { drawImmunity } from './boards/immunity.ts';
import { drawLivestock } from './boards/livestock.ts';
import { drawOverview } from './boards/overview.ts';
import { drawSchedule } from './boards/schedule.ts';
import { drawSheep } from './boards/sheep.ts';
import { drawStress } from './boards/stress.ts';
import { drawWorkload } from './boards/workload.ts';
import { holdersAt } from './figures.ts';
import { frameOf, type Screen, type ScreenAsk, snapshotOf } from './frame.ts';

const screens: Partial<Record<ScreenName, Screen>> = {
  index6: drawOverview,
  indexNew: drawGround,
  index15: drawSchedule,
  index2: drawWorkload,
  index1: drawLivestock,
  index3: drawCattle,
  index4: drawSheep,
  index: drawImmunity,
  stress: drawStress,
};

/** So long one answer serves everybody who sees the same. */
const keepFor = 2_000;
const most = 500;
const kept = new Map<string, { readonly at: number; readonly snapshot: Promise<Snapshot> }>();
onForget(() => kept.clear());

export const mayOpen = (actor: Actor, screen: ScreenName): boolean =>
  screenPermissions[screen].some((one) => actor.actions.has(one));

/** Everything a snapshot depends on: what is asked for, and what the caller may see of it. */
export function snapshotKey(actor: Actor, ask: ScreenAsk): string {
  const { regions, principals, selfOnly, roles } = actor.scope;
  const granted = [...actor.actions].filter((one) => one.startsWith('screen:')).sort();
  return JSON.stringify([actor.tenantNo, ask, regions, principals, selfOnly, [...roles].sort(), granted]);
}

/** The screen as it stands; not older than two seconds. */
export function snapshotFor(database: Database, actor: Actor, ask: ScreenAsk): Promise<Snapshot> {
  const draw = screens[ask.screen];
  if (!draw || !mayOpen(actor, ask.screen)) throw forbidden();
  const key = snapshotKey(actor, ask);
  const now = Date.now();
  const known = kept.get(key);
  if (known && !hasPassed(known.at, keepFor, now)) return known.snapshot;
  if (kept.size > most) for (const [old, { at }] of kept) if (hasPassed(at, keepFor, now)) kept.delete(old);
  const snapshot = database.transaction(actor.scope, async (tx) => {
    const frame = await frameOf(tx, actor, ask);
    const drawn = await draw(frame);
    const holders = levelOf(frame.code) === 5 ? { holders: await holdersAt(frame) } : {};
    return snapshotOf(frame, { ...drawn, rows: { ...drawn.rows, ...holders } }, homeOf(tx));
  });
  kept.set(key, { at: now, snapshot });
  // What failed is asked again at once.
  snapshot.catch(() => kept.delete(key));
  return snapshot;
}

/** Nothing is known any more; as after a start. */
export const forgetSnapshots = (): void => kept.clear();

/** Something moved: whoever asks next gets it anew. */
export const forgetSnapshot = (key: string): void => void kept.delete(key);

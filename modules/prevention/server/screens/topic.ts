import { z } from 'zod';
import { needs } from '#kit/contract/permission.ts';
import { within } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { registerTopic, type TopicParams } from '#kit/server/push/topic.ts';
import {
  type ScreenName,
  type ScreenPatch,
  type Snapshot,
  screenNames,
  screenPermissions,
} from '#modules/prevention/contract/screens/screen.ts';
import type { ScreenAsk } from './frame.ts';
import { forgetSnapshot, mayOpen, snapshotFor, snapshotKey } from './snapshots.ts';

const isScreen = (name: string | undefined): name is ScreenName => screenNames.includes(name as ScreenName);

function askOf({ screen, regionCode, seasonId }: TopicParams): ScreenAsk {
  return {
    screen: screen as ScreenName,
    ...(regionCode && { regionCode: Number(regionCode) }),
    ...(seasonId && { seasonId: Number(seasonId) }),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Absolute values of what changed, so that a lost one heals with the next. */
export function patchOf(before: Snapshot, after: Snapshot): ScreenPatch | null {
  const values = Object.fromEntries(Object.entries(after.values).filter(([code, n]) => before.values[code] !== n));
  const known = new Map(before.region.children.map((one) => [one.code, one]));
  const children = after.region.children.filter((one) => !same(known.get(one.code), one));
  const rows = Object.fromEntries(Object.entries(after.rows).filter(([panel, now]) => !same(before.rows[panel], now)));
  const headline = same(before.headline, after.headline) ? null : after.headline;
  if (Object.keys(values).length + children.length + Object.keys(rows).length === 0 && !headline) return null;
  return { at: after.at, regionCode: after.region.code, values, children, rows, headline };
}

/** Figures moved: pages that show them ask again, big screens are shown what changed. Who hears of which place is the event's own audience. */
export function registerScreenTopic(database: Database): void {
  registerTopic('screen', {
    access: needs('ant:home:view', ...new Set(Object.values(screenPermissions).flat())),
    params: z.record(z.string().max(20), z.string().max(40)),
    filter: (_, event, { regionCode }) => {
      const told = (event.data as { regionCode?: number } | null)?.regionCode;
      return !regionCode || told === undefined || within(told, Number(regionCode));
    },
    view: {
      key: (actor, params) =>
        isScreen(params.screen) && mayOpen(actor, params.screen) ? snapshotKey(actor, askOf(params)) : null,
      read: (actor, params) => {
        const ask = askOf(params);
        forgetSnapshot(snapshotKey(actor, ask));
        return snapshotFor(database, actor, ask);
      },
      diff: (before, after) => patchOf(before as Snapshot, after as Snapshot),
    },
  });
}

import { AppError, forbidden, notFound } from '#kit/contract/errors.ts';
import { levelOf, parentOf, within } from '#kit/contract/region.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { RollupPlace } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { regionName, regionPoint } from '#modules/platform/server/index.ts';
import type { ScreenName, ScreenRow, ScreenValues, Snapshot } from '#modules/prevention/contract/screens/screen.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { homeOf, ownOf, type SeasonHead, seasonHead } from '../season/coverage.ts';
import { childCodes } from '../season/places.ts';

export interface ScreenAsk {
  readonly screen: ScreenName;
  readonly regionCode?: number | undefined;
  readonly seasonId?: number | undefined;
  readonly on?: string | undefined;
}

/** What every screen is drawn from: a place with its parts, a season, and who looks. */
export interface Frame {
  readonly tx: Tx;
  readonly screen: ScreenName;
  readonly code: number;
  /** The caller's own within the place: what is added up. */
  readonly own: readonly number[];
  readonly children: readonly number[];
  /** The place itself, then its parts, as rollups are asked. */
  readonly places: readonly RollupPlace[];
  /** The one that goes on, or the last one that did. */
  readonly season: SeasonHead | null;
  readonly today: string;
  /** The day the screen shows: today, or one that is played back. */
  readonly on: string;
  may(permission: string): boolean;
}

export interface Headline {
  readonly key: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** The list behind the sentence. */
  readonly link: string | null;
  readonly urgent: boolean;
}

/** What a screen makes of its frame. */
export interface Drawn {
  readonly values: ScreenValues;
  /** By the code of a part; one that is left out has nothing. */
  readonly children: ReadonlyMap<number, ScreenValues>;
  readonly rows: Readonly<Record<string, readonly ScreenRow[]>>;
  readonly headline: Headline;
  /** Panels that are drawn, where that depends on who looks. */
  readonly permits?: readonly string[];
}

export type Screen = (frame: Frame) => Promise<Drawn>;

export const shortName = (code: number): string => regionName(code)?.split(' ').at(-1) ?? String(code);

/** Shares on the wire are 0 to 1, exact to a thousandth of them. */
export const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1e5) / 1e5 : null;

export async function frameOf(tx: Tx, actor: Actor, ask: ScreenAsk): Promise<Frame> {
  // A holder sees their own wherever it is; a big screen is of a place.
  if (tx.scope.regions.length === 0) throw new AppError(403, 'prevention.screen.noRegion');
  const root = homeOf(tx);
  const code = ask.regionCode ?? root;
  if (regionName(code) === null) throw notFound();
  const own = ownOf(tx, code);
  // From above one sees one's own below it; nobody looks above the place that holds all of theirs.
  if (own.length === 0 || !within(code, root)) throw forbidden();
  const children = levelOf(code) < 5 ? childCodes(code).filter((one) => ownOf(tx, one).length > 0) : [];
  const now = today();
  return {
    tx,
    screen: ask.screen,
    code,
    own,
    children,
    places: [{ code, own }, ...children.map((one) => ({ code: one, own: ownOf(tx, one) }))],
    season: await seasonHead(tx, ask.seasonId),
    today: now,
    on: ask.on && ask.on < now ? ask.on : now,
    may: (permission) => actor.actions.has(permission),
  };
}

/** The frame and what was drawn in it, as one answer. */
export function snapshotOf(frame: Frame, drawn: Drawn, root: number): Snapshot {
  const { code, season } = frame;
  const path: { code: number; name: string }[] = [];
  for (let at: number | null = code; at !== null && within(at, root); at = parentOf(at))
    path.unshift({ code: at, name: shortName(at) });
  const point = (one: number) => regionPoint(one) ?? { longitude: null, latitude: null };
  return {
    at: new Date().toISOString(),
    screen: frame.screen,
    region: {
      code,
      name: shortName(code),
      level: levelOf(code),
      ...point(code),
      root,
      path,
      // Every part is there, with nothing if it has nothing: a place never disappears.
      children: frame.children.map((one) => ({
        code: one,
        name: shortName(one),
        level: levelOf(one),
        ...point(one),
        values: drawn.children.get(one) ?? {},
      })),
    },
    season: season && {
      id: season.id,
      name: season.name,
      startDate: season.startDate,
      endDate: season.endDate,
      day: Math.max(0, dayNumber(frame.today) - dayNumber(season.startDate) + 1),
      days: dayNumber(season.endDate) - dayNumber(season.startDate) + 1,
      ongoing: season.status === 'ongoing' || season.status === 'published',
    },
    headline: drawn.headline,
    values: drawn.values,
    rows: Object.fromEntries(Object.entries(drawn.rows).map(([panel, rows]) => [panel, [...rows]])),
    permits: [...(drawn.permits ?? Object.keys(drawn.rows))],
  };
}

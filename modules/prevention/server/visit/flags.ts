import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { headsOf } from '#modules/prevention/contract/visit/judge.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';
import type { Settings } from '../settings/settings.ts';
import type { HolderFacts, StockRow } from './facts.ts';

export interface FlagFacts {
  readonly sheet: VisitSheet;
  readonly holder: HolderFacts;
  /** Heads of the worker on the day before this sheet. */
  readonly before: readonly { readonly species: string; readonly n: number }[];
  readonly settings: Settings;
  readonly stock: readonly StockRow[];
  readonly notFound: ReadonlyMap<string, number>;
  readonly heads: { readonly cattle: number; readonly sheep: number; readonly goat: number };
  /** A picture of it is under another visit. */
  readonly isCopied: boolean;
  readonly isLate: boolean;
  readonly lacksDoses: boolean;
}

export const kilometres = (
  a: { longitude: number; latitude: number },
  b: { longitude: number; latitude: number },
): number => {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(h));
};

/** R20: found by kind, where somebody counted. */
export function foundOf({ sheet, stock, notFound }: Pick<FlagFacts, 'sheet' | 'stock' | 'notFound'>) {
  return stock.map((row) => ({
    species: row.species,
    stock: row.tagged + row.untagged,
    found:
      row.tagged -
      (notFound.get(row.species) ?? 0) +
      (sheet.foundUntagged ? headsOf(sheet.foundUntagged, row.species) : row.untagged),
  }));
}

/** R24: what somebody at the station should look at. Never in the way. */
export function flagsOf(facts: FlagFacts): string[] {
  const { sheet, holder, settings, heads } = facts;
  const flags: string[] = [];
  const isThere = sheet.result !== 'absent' && sheet.result !== 'refused';
  // Evidence that is missing is looked at like evidence that does not fit: leaving it out must not pay.
  if (sheet.mode !== 'self' && !sheet.location) flags.push('noPlace');
  if (sheet.photos.length === 0) flags.push('noPhoto');
  if (sheet.mode !== 'self' && isThere && !sheet.holderSignId) flags.push('noSign');
  if (isOverspeed(facts)) flags.push('overspeed');
  if (sheet.location && holder.longitude !== null && holder.latitude !== null) {
    const place = { longitude: holder.longitude, latitude: holder.latitude };
    if (kilometres(sheet.location, place) > settings.farAwayKm) flags.push('farAway');
  }
  if (facts.isCopied) flags.push('samePhoto');
  const hour = new Date(Date.parse(sheet.endedAt ?? sheet.startedAt ?? '') + 8 * 3_600_000).getUTCHours();
  if (hour >= 22 || hour < 5) flags.push('night');
  const worked = heads.cattle + heads.sheep + heads.goat > 0;
  if (worked && foundOf(facts).some((one) => one.stock > 0 && Math.abs(one.found - one.stock) > one.stock * 0.2))
    flags.push('stockGap');
  if (facts.lacksDoses) flags.push('doseGap');
  if (facts.isLate) flags.push('late');
  return flags;
}

function isOverspeed({ before: rows, settings, heads }: FlagFacts): boolean {
  const before = (species: string) => rows.find((row) => row.species === species)?.n ?? 0;
  return (
    (heads.cattle > 0 && before('cattle') + heads.cattle > settings.overspeedCattle) ||
    (heads.sheep + heads.goat > 0 &&
      before('sheep') + before('goat') + heads.sheep + heads.goat > settings.overspeedSheep)
  );
}

/** The same picture under another visit. */
export async function usedBefore(tx: Tx, photos: readonly number[]): Promise<boolean> {
  return (await photoUsed(tx, photos, { use: 'prevention.immunisationVisit' })).length > 0;
}

/** R25: every so many-th visit is looked at again; which ones follows from the sheet's key, and nobody chooses it. */
export const isSpotCheck = (clientKey: string, every: number): boolean =>
  createHash('sha256').update(clientKey).digest().readUInt32BE(0) % every === 0;

import type { Language } from '#kit/contract/envelope.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ArchivePartKey } from '#modules/registry/contract/archive/main-file.ts';

export interface ArchiveAsk {
  readonly principalId: number;
  readonly from: string;
  readonly to: string;
  readonly language: Language;
  say(key: string, args?: Record<string, string | number>): string;
}
/** Lines as they stand on paper, a word per column of the part. */
export type ArchivePart = (tx: Tx, ask: ArchiveAsk) => Promise<readonly (readonly (string | number | null)[])[]>;

const parts = new Map<ArchivePartKey, Map<string, ArchivePart>>();
const counts = new Map<string, (tx: Tx, principalId: number) => Promise<number>>();

/**
 * A module's lines of the printed farm archive; several modules may write into one part.
 *
 * @example
 * registerArchivePart('immunisation', 'prevention', (tx, { principalId, from, to }) => visitsOf(tx, principalId, from, to));
 */
export function registerArchivePart(key: ArchivePartKey, module: string, part: ArchivePart): void {
  const own = parts.get(key) ?? new Map<string, ArchivePart>();
  parts.set(key, own.set(module, part));
}

/** How many rows stand behind a module's tab on the archive page. */
export function registerArchiveCount(tab: string, count: (tx: Tx, principalId: number) => Promise<number>): void {
  counts.set(tab, count);
}

export const partsOf = (key: ArchivePartKey): readonly ArchivePart[] => [...(parts.get(key)?.values() ?? [])];
export const countsOf = (): readonly (readonly [string, (tx: Tx, principalId: number) => Promise<number>])[] => [
  ...counts,
];

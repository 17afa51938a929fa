import type { AnyResource } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { type Finder, registerFinder } from './finders.ts';
import { callOf, type Row } from './resource/resource-calls.ts';

interface ResourceFinder extends Omit<Finder, 'find'> {
  resource(): Promise<AnyResource>;
  /** The fields by which people know a record; what it lacks is left out. */
  readonly name: readonly string[];
  /** The filter that takes the words, of a list without a search. */
  readonly by?: string;
  /** Which of them are looked for, in the filters of the list. */
  readonly query?: Readonly<Record<string, string>>;
  /** Where a record is shown; otherwise the finder's page opens it. */
  path?(row: Row): string;
}

const most = 5;
const known = new Map<string, ResourceFinder>();
export const finderResources = (): ReadonlyMap<string, ResourceFinder> => known;

/**
 * Finds the records of a resource whose searched fields hold the words, under the rights of the resource's own list.
 *
 * @example
 * registerResourceFinder({ key: 'post', resource, name: ['postName'], label: 'platform.sysPost._title', icon, permission, page, wants });
 */
export function registerResourceFinder(one: ResourceFinder): void {
  const { resource, name, path, query, by = 'keyword', ...finder } = one;
  known.set(one.key, one);
  registerFinder({
    ...finder,
    find: async (words) => {
      const asked = { query: { ...query, [by]: words, pageSize: String(most) }, quiet: true };
      const rows = (await call(callOf(await resource(), 'list'), asked as never)) as readonly Row[];
      return rows.map((row) => ({
        key: String(row.id),
        name: name
          .map((one) => row[one])
          .filter(Boolean)
          .join(' · '),
        path: path?.(row) ?? `${finder.page}?open=detail:${row.id}`,
      }));
    },
  });
}

/** Document numbers begin with the letters of their kind. */
export const numbered =
  (...prefixes: readonly string[]) =>
  (words: string): boolean =>
    new RegExp(`^(${prefixes.join('|')})-?\\d{2,}`, 'i').test(words);

/** A name, or a part of one. */
export const named = (words: string): boolean => words.length > 1 && !/^[\d\s-]+$/.test(words);

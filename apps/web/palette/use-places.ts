import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { allFinders, type Finder } from '#kit/web/finders.ts';
import { loadTexts, useLanguage } from '#kit/web/i18n/i18n.ts';
import { menuTitle } from '../menu/menu-tree.ts';
import { ownPaths, pages } from '../pages.ts';
import { verdict } from '../session/access.ts';
import { useUser } from '../session/use-user.ts';
import { initialsOf } from './initials.ts';

export interface Place {
  /** What found it; a page has none. */
  readonly finder?: Finder;
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** Of what its finder found, if it finds several nouns. */
  readonly label?: string | undefined;
}

const mostOfAKind = 8;
/** Typing has paused. */
const pause = 250;
/** Where the user may go, as far as the words fit: pages by name or initials, records by whatever their modules know them by. */
export function usePlaces(words: string): { places: readonly Place[]; isLooking: boolean } {
  const user = useUser();
  const language = useLanguage();
  const wanted = words.trim().toLowerCase();
  const all = useMemo(() => {
    const known = new Map<string, { place: Place; search: string }>();
    for (const item of user.pages) {
      const { path } = item;
      if (!path || known.has(path) || verdict(path, user, pages, ownPaths) !== 'page') continue;
      const name = menuTitle(item, language);
      const search = `${name} ${initialsOf(item.menuName)}`.toLowerCase();
      known.set(path, { place: { key: path, name, path }, search });
    }
    return [...known.values()];
  }, [user, language]);
  const found = all.filter((one) => one.search.includes(wanted)).map((one) => one.place);

  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  const finders = allFinders().filter(
    (one) =>
      user.actions.includes(one.permission) && verdict(one.page, user, pages, ownPaths) === 'page' && one.wants(wanted),
  );
  const queries = useQueries({
    queries: finders.map((one) => ({
      queryKey: ['finder', one.key, asked, language],
      // The words for what it finds are its module's, of which no page may be open yet.
      queryFn: async () => (await Promise.all([one.find(asked), loadTexts(one.label.split('.')[0] ?? '')]))[0],
      enabled: asked === wanted,
      staleTime: 30_000,
    })),
  });
  const records = finders.flatMap((finder, at) =>
    (queries[at]?.data ?? [])
      .slice(0, mostOfAKind)
      .map(({ key, name, path, label }): Place => ({ finder, key: `${finder.key}-${key}`, name, path, label })),
  );
  return {
    places: [...found.slice(0, mostOfAKind), ...(asked === wanted ? records : [])],
    isLooking: finders.length > 0 && (asked !== wanted || queries.some((one) => one.isFetching)),
  };
}

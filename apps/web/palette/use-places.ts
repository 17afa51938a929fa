import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { menuTitle } from '../menu/menu-tree.ts';
import { ownPaths, pages } from '../pages.ts';
import { verdict } from '../session/access.ts';
import { useUser } from '../session/use-user.ts';
import { initialsOf } from './initials.ts';

export interface Place {
  readonly kind: 'page' | 'principal';
  readonly key: string;
  readonly name: string;
  readonly path: string;
}

const mostOfAKind = 8;
/** Typing has paused. */
const pause = 250;
const principals = { resource: 'registry.principal', path: '/pri/principal/info', permission: 'pri:principal:list' };

/** Where the user may go, as far as the words fit: pages by name or initials, principals by name. */
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
      known.set(path, { place: { kind: 'page', key: path, name, path }, search });
    }
    return [...known.values()];
  }, [user, language]);
  const found = all.filter((one) => one.search.includes(wanted)).map((one) => one.place);

  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  const canAsk = useCan(principals.permission) && pages.has(principals.path);
  const query = useQuery({
    queryKey: ['lookup', 'ref', principals.resource, asked, language],
    queryFn: () => lookups().refOptions(principals.resource, { keyword: asked }),
    enabled: canAsk && asked.length > 1,
    staleTime: 30_000,
  });
  const named = asked === wanted && asked.length > 1 ? (query.data ?? []) : [];
  return {
    places: [
      ...found.slice(0, mostOfAKind),
      ...named.slice(0, mostOfAKind).map(
        ({ id, name }): Place => ({
          kind: 'principal',
          key: `principal-${id}`,
          name,
          path: `${principals.path}?open=detail:${id}`,
        }),
      ),
    ],
    isLooking: canAsk && wanted.length > 1 && (asked !== wanted || query.isFetching),
  };
}

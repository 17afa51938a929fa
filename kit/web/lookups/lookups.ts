import { keepPreviousData, type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import type { Point } from '#kit/contract/field.ts';
import { keptAnswer } from '#kit/web/field/kept-query.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';

export interface DictOption {
  readonly dictValue: string;
  readonly dictLabel: string;
  readonly color: string | null;
  readonly isDefault: boolean;
}

export interface RegionOption {
  readonly code: number;
  readonly name: string;
  readonly fullName: string;
  readonly level: number;
  readonly hasChildren: boolean;
}

export interface RefOption {
  readonly id: number;
  readonly name: string;
  /** What tells it from another of the same name. */
  readonly hint?: string | null | undefined;
}

export interface Boundaries {
  readonly type: 'FeatureCollection';
  // biome-ignore lint/suspicious/noExplicitAny: GeoJSON as the server sent it
  readonly features: any[];
}

/** What inputs look up on the server. The kit knows no endpoint: the application wires them once. */
export interface Lookups {
  dict(code: string): Promise<readonly DictOption[]>;
  regionChildren(parentCode: number | undefined): Promise<readonly RegionOption[]>;
  regionSearch(keyword: string): Promise<readonly RegionOption[]>;
  regionPath(code: number): Promise<readonly RegionOption[]>;
  refOptions(resource: string, query: { keyword?: string; id?: number; where?: string }): Promise<readonly RefOption[]>;
  boundaries(parentCode: number): Promise<Boundaries>;
  /** The key of the map service the tenant chose (null: our own map), and where its maps begin. */
  mapSettings(): Promise<{ readonly key: string | null; readonly centre: Point }>;
  /** One personal value in clear; asked with a reason, logged and counted. */
  reveal(ask: { entity: string; id: number; field: string; reason: string }): Promise<string>;
  /** Resources (`module.resource`) whose change makes cached dictionaries stale. */
  readonly dictResources: readonly string[];
}

let wired: Lookups | undefined;

export function setLookups(given: Lookups): void {
  wired = given;
}

export function lookups(): Lookups {
  if (!wired) throw new Error('setLookups() was not called');
  return wired;
}

/** Dictionaries and names live as long as the session; only a change or another language fetches them again. */
const forSession = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export const dictQuery = (code: string, language: string) => ({
  queryKey: ['lookup', 'dict', code, language],
  queryFn: () => lookups().dict(code),
  ...forSession,
});

const none: readonly DictOption[] = [];

export function useDict(code: string | undefined): { options: readonly DictOption[]; loading: boolean } {
  const language = useLanguage();
  const query = useQuery({ ...dictQuery(code ?? '', language), enabled: code !== undefined });
  return { options: query.data ?? none, loading: query.isLoading };
}

export function useRegionPath(code: number | null | undefined): readonly RegionOption[] {
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['lookup', 'regionPath', code, language],
    queryFn: () => lookups().regionPath(code as number),
    enabled: typeof code === 'number',
    ...forSession,
  });
  return query.data ?? [];
}

/** Choices for a reference; the one already chosen is among them even where the keyword does not find it. */
export function useRefOptions(
  resource: string,
  keyword: string,
  id: number | null | undefined,
  { where = '', enabled = true, isKept = false }: { where?: string; enabled?: boolean; isKept?: boolean } = {},
) {
  const language = useLanguage();
  const ask = (key: QueryKey, query: { keyword?: string; id?: number; where?: string }) => ({
    queryKey: key,
    queryFn: () => {
      const fetch = () => lookups().refOptions(resource, query);
      // What was typed to find something is not worth keeping.
      return isKept && !keyword ? keptAnswer(key, fetch) : fetch();
    },
  });
  const found = useQuery({
    ...ask(['lookup', 'ref', resource, keyword, where, language], {
      ...(keyword && { keyword }),
      ...(where && { where }),
    }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isMissing = typeof id === 'number' && found.isSuccess && !found.data.some((one) => one.id === id);
  const chosen = useQuery({
    ...ask(['lookup', 'refName', resource, id, language], { id: id as number }),
    enabled: isMissing,
    staleTime: 30_000,
  });
  const options = isMissing ? [...(chosen.data ?? []), ...(found.data ?? [])] : (found.data ?? []);
  return { options, loading: found.isFetching };
}

/** Called after every write: what was looked up of that resource is no longer true. */
export async function dropLookups(client: QueryClient, resource: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['lookup', 'ref', resource] }),
    client.invalidateQueries({ queryKey: ['lookup', 'refName', resource] }),
    wired?.dictResources.includes(resource) && client.invalidateQueries({ queryKey: ['lookup', 'dict'] }),
  ]);
}

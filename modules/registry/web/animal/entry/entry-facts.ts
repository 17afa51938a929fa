import dayjs from 'dayjs';
import type { BodyInput } from '#kit/contract/endpoint.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { registerEntry } from '#modules/registry/contract/animal/animal-entry.ts';
import { earTagPattern } from '#modules/registry/contract/animal/animal-rules.ts';

export type EntryBody = BodyInput<typeof registerEntry>;
export type EntryKind = EntryBody['entryKind'];
export type Species = EntryBody['animals'][number]['species'];

/** What all animals of an entry share. */
export interface EntryFacts {
  readonly entryKind: EntryKind;
  readonly principalId: number | null;
  readonly penId: number | null;
  readonly species: Species;
  readonly breed: string;
  readonly sex: 'male' | 'female';
  readonly birthDate: string;
  readonly wornOn: string;
  readonly earSide: 'left' | 'right';
  readonly originRegionCode: number | null;
  readonly quarantineCertNo: string;
  readonly sellerName: string;
  readonly price: string;
}

export const todayText = (): string => dayjs().format(dateFormat);

const key = 'animalEntryLast';

/** A worker goes from yard to yard: what was said last is most likely right again. */
export function lastFacts(): EntryFacts {
  const known = (() => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<EntryFacts>;
    } catch {
      return {};
    }
  })();
  return {
    entryKind: 'born',
    principalId: null,
    penId: null,
    species: 'cattle',
    breed: 'simmental',
    sex: 'female',
    earSide: 'left',
    originRegionCode: null,
    quarantineCertNo: '',
    sellerName: '',
    price: '',
    ...known,
    birthDate: dayjs().subtract(10, 'day').format(dateFormat),
    wornOn: todayText(),
  };
}

/** What the address says: `?tag=&principalId=&entryKind=`. */
export function askedFacts(search: URLSearchParams): Partial<EntryFacts> & { readonly tag?: string } {
  const [tag, principalId] = [search.get('tag') ?? '', Number(search.get('principalId'))];
  return {
    ...(earTagPattern.test(tag) && { tag }),
    ...(principalId > 0 && { principalId, penId: null }),
    ...(search.get('entryKind') === 'backlog' && { entryKind: 'backlog' as const }),
  };
}

export function rememberFacts({ entryKind, principalId, penId, species, breed, earSide }: EntryFacts): void {
  sessionStorage.setItem(key, JSON.stringify({ entryKind, principalId, penId, species, breed, earSide }));
}

/** As the call wants it; what does not belong to the kind of entry stays at home. */
export function entryBody(facts: EntryFacts, animals: EntryBody['animals']): EntryBody {
  const { entryKind, principalId, penId, wornOn, earSide, originRegionCode, quarantineCertNo, sellerName, price } =
    facts;
  const isBought = entryKind === 'bought' || entryKind === 'donated';
  return {
    entryKind,
    principalId: principalId as number,
    penId,
    wornOn,
    earSide,
    ...(isBought && {
      originRegionCode,
      quarantineCertNo: quarantineCertNo || null,
      sellerName: sellerName || null,
      price: price || null,
    }),
    animals,
  };
}

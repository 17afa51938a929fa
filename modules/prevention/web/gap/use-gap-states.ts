import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { type GapCauses, type GapState, gapOrder, gapStates } from '#modules/prevention/contract/gap/gap-order.ts';

interface Asked {
  readonly seasonId?: number | undefined;
  readonly parentCode?: number | undefined;
}

export interface Gaps {
  causesOf(regionCode: number): GapCauses | undefined;
  /** The order about exactly this, if one is not closed. */
  stateOf(kind: string, id: number): GapState | undefined;
  /** Orders about what lies in a region. */
  countIn(from: number, to: number): number;
}

const none: Gaps = { causesOf: () => undefined, stateOf: () => undefined, countIn: () => 0 };

/** Causes and orders of a place, for the rows that show its gaps. */
export function useGapStates(asked: Asked): Gaps {
  const may = useCan('ant:gap:list');
  const { data } = useQuery({
    queryKey: [...resourceKey(gapOrder), 'states', asked],
    queryFn: () => call(gapStates, { query: asked, quiet: true }),
    enabled: may,
    placeholderData: (before) => before,
  });
  if (!data) return none;
  const causes = new Map(data.causes.map((one) => [one.regionCode, one]));
  const states = new Map(data.orders.toReversed().map((one) => [`${one.subjectKind} ${one.subjectId}`, one]));
  return {
    causesOf: (code) => causes.get(code),
    stateOf: (kind, id) => states.get(`${kind} ${id}`),
    countIn: (from, to) => data.orders.filter((one) => one.regionCode >= from && one.regionCode < to).length,
  };
}

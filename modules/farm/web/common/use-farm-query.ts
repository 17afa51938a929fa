import { useChosenUnit } from '#kit/web/chosen-unit.ts';

/** The farm chosen in the header, as calls about one farm ask for it; empty: the server takes the caller's own. */
export function useFarmQuery(): { readonly farmId?: string } {
  const unitId = useChosenUnit((store) => store.unitId);
  return unitId === null ? {} : { farmId: String(unitId) };
}

import { create } from 'zustand';

interface ChosenUnit {
  /** Of the user's own units the one that is looked at; null: all of them. */
  readonly unitId: number | null;
  choose(unitId: number | null): void;
}

/** What the header's picker chose. Pages about one unit begin with it, and the bell tells of it alone. */
export const useChosenUnit = create<ChosenUnit>()((set) => ({
  unitId: null,
  choose: (unitId) => set({ unitId }),
}));

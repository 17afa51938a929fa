import { create } from 'zustand';

/** Users who have seen it on this device; `*` is everybody. */
const key = 'tour-seen';

function seenBy(): readonly string[] {
  return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
}

export const hasSeenTour = (userId: number): boolean => seenBy().some((one) => one === '*' || one === String(userId));

interface TourStore {
  readonly isOpen: boolean;
  start(): void;
  /** Ends it, and it does not come by itself again. */
  end(userId: number): void;
}

export const useTourStore = create<TourStore>((set) => ({
  isOpen: false,
  start: () => set({ isOpen: true }),
  end: (userId) => {
    if (!hasSeenTour(userId)) localStorage.setItem(key, [...seenBy(), userId].join(' '));
    set({ isOpen: false });
  },
}));

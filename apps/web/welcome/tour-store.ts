import { create } from 'zustand';
import type { StoryKey } from './demo-stories.ts';

/** Users who have seen it on this device; `*` is everybody. */
const key = 'tour-seen';

function seenBy(): readonly string[] {
  return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
}

export const hasSeenTour = (userId: number): boolean => seenBy().some((one) => one === '*' || one === String(userId));

interface TourStore {
  readonly isOpen: boolean;
  /** A story of the demo instead of the way around. */
  readonly story: StoryKey | null;
  start(story?: StoryKey): void;
  /** Ends it, and it does not come by itself again. */
  end(userId: number): void;
}

export const useTourStore = create<TourStore>((set) => ({
  isOpen: false,
  story: null,
  start: (story) => set({ isOpen: true, story: story ?? null }),
  end: (userId) => {
    if (!hasSeenTour(userId)) localStorage.setItem(key, [...seenBy(), userId].join(' '));
    set({ isOpen: false, story: null });
  },
}));

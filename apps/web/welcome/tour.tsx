import { lazy, Suspense, useEffect } from 'react';
import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { useUser } from '../session/use-user.ts';
import { takeStory } from './demo-stories.ts';
import { hasSeenTour, useTourStore } from './tour-store.ts';

const TourCards = lazy(async () => (await Promise.all([import('./tour-cards.tsx'), loadTexts('welcome')]))[0]);

/** Shown once by itself, later from the help menu. */
export function GuidedTour() {
  const { userId } = useUser();
  const { isOpen, start } = useTourStore();
  useEffect(() => {
    const story = takeStory();
    if (story) start(story);
    else if (!hasSeenTour(userId)) start();
  }, [userId, start]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <TourCards />
    </Suspense>
  );
}

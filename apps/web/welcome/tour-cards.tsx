import { Tour } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { useUser } from '../session/use-user.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { closeTab } from '../tabs/tabs.ts';
import { demoStories } from './demo-stories.ts';
import { placeOfStep, type TourStep, tourFor, tours } from './tour-steps.ts';
import { useTourStore } from './tour-store.ts';

const numbers = ['s1', 's2', 's3', 's4', 's5'] as const;

/** Resolves when the page of this path is in front, or after a second: then the step stands where it can. */
function inFront(path: string): Promise<void> {
  const isThere = () => {
    const { list, active } = useTabStore.getState().tabs;
    return list.find((one) => one.key === active)?.path === path;
  };
  return new Promise((resolve) => {
    const until = performance.now() + 1000;
    const look = () => {
      if (isThere() || performance.now() > until) requestAnimationFrame(() => resolve());
      else requestAnimationFrame(look);
    };
    look();
  });
}

export default function TourCards() {
  const t = useT();
  const navigate = useNavigate();
  const { userId, roles, pages } = useUser();
  const { end, story } = useTourStore();
  const kind = tourFor(new Set(roles.map((role) => role.roleCode)));
  const steps = useMemo(
    (): readonly TourStep[] => (story ? demoStories[story].steps.map((path) => ({ at: 'tab', path })) : tours[kind]),
    [story, kind],
  );
  const [at, setAt] = useState<number | null>(null);
  const wanted = useRef(0);
  // Whoever was shown around stands where they began, with the tabs they had.
  const before = useRef(useTabStore.getState().tabs);
  const finish = () => {
    // A story leaves its pages open: there is more to see on them.
    if (story) {
      end(userId);
      return;
    }
    const { list, active } = before.current;
    const { update, dirty } = useTabStore.getState();
    const mine = new Set(list.map((one) => one.key));
    update((tabs) =>
      tabs.list.reduce((rest, { key }) => (mine.has(key) || dirty.has(key) ? rest : closeTab(rest, key).tabs), tabs),
    );
    const back = list.find((one) => one.key === active);
    if (back) void navigate(back.fullPath);
    end(userId);
  };

  // The page comes first, so that the card is measured against what it speaks of.
  const go = useCallback(
    async (next: number) => {
      wanted.current = next;
      const path = steps[next]?.path;
      const [page = ''] = path?.split('?') ?? [];
      if (path && pages.some((one) => one.path === page)) {
        void navigate(path);
        await inFront(page);
      }
      if (wanted.current === next) setAt(next);
    },
    [steps, pages, navigate],
  );
  useEffect(() => {
    void go(0);
  }, [go]);

  if (at === null) return null;
  return (
    <Tour
      open
      current={at}
      onChange={(next) => void go(next)}
      onClose={finish}
      onFinish={finish}
      mask={{ color: 'rgb(0 0 0 / 20%)' }}
      scrollIntoViewOptions={false}
      steps={steps.map((step, index) => {
        const number = numbers[index] ?? 's1';
        return {
          title: story ? t.any(`welcome.story.${story}.title`) : t(`welcome.tour.${kind}.${number}.title`),
          description: story ? t.any(`welcome.story.${story}.${number}`) : t(`welcome.tour.${kind}.${number}.text`),
          target: () => placeOfStep(step) as HTMLElement,
          placement: step.at === 'menu' ? 'rightTop' : step.at === 'tab' ? 'bottomLeft' : 'bottomRight',
          nextButtonProps: { children: t(index === steps.length - 1 ? 'welcome.tour.done' : 'welcome.tour.next') },
          prevButtonProps: { children: t('welcome.tour.back') },
        };
      })}
    />
  );
}

import { type ComponentType, lazy, Suspense, use } from 'react';
import { loadTexts, useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { type Slot, slotsOf } from './slots.ts';

export interface SlotPart<P> {
  readonly key: string;
  readonly label: string;
  readonly View: ComponentType<P>;
}

// biome-ignore lint/suspicious/noExplicitAny: each place has its own props
const views = new Map<string, ComponentType<any>>();
const texts = new Map<string, Promise<unknown>>();
const here = new Set<string>();

/** A part speaks in the words of its own module, which the page around it has no reason to load. */
const sourceOf = ({ label }: Slot<never>) => label.split('.')[0] ?? '';

/** Null when they are here: whoever waits for nothing still draws what stands in for the page first, and React keeps that for 300 ms. */
function wordsOf(place: string, slots: readonly Slot<never>[]): Promise<unknown> | null {
  const sources = [...new Set(slots.map(sourceOf))];
  if (sources.every((one) => here.has(one))) return null;
  const name = `${place} ${sources.join()}`;
  const known =
    texts.get(name) ??
    Promise.all(
      sources.map(async (one) => {
        await loadTexts(one);
        here.add(one);
      }),
    );
  texts.set(name, known);
  return known;
}

/**
 * The parts other modules registered at a place, for whoever holds these permissions; a page before the login passes none.
 *
 * @example
 * const parts = useSlotParts<{ id: number }>('cure.case', useSession().actions);
 */
export function useSlotParts<P extends object>(place: string, held: ReadonlySet<string>): readonly SlotPart<P>[] {
  const t = useT();
  const slots = slotsOf<P>(place).filter((one) => one.permission === null || held.has(one.permission));
  const words = wordsOf(place, slots as unknown as Slot<never>[]);
  if (words) use(words);
  return slots.map(({ key, label, load }) => {
    const name = `${place} ${key}`;
    const Part: ComponentType<P> = views.get(name) ?? waiting<P>(load);
    views.set(name, Part);
    return { key, label: t.any(label), View: Part };
  });
}

/** The parts of a place one after the other, which come after the page around them. */
export const SlotViews = ({ place }: { readonly place: string }) => (
  <Suspense fallback={null}>
    <Views place={place} />
  </Suspense>
);

function Views({ place }: { readonly place: string }) {
  return useSlotParts(place, useSession().actions).map(({ key, View }) => <View key={key} />);
}

function waiting<P extends object>(load: Slot<P>['load']): ComponentType<P> {
  const Part = lazy(load) as unknown as ComponentType<P>;
  return (props: P) => (
    <Suspense fallback={<Waiting />}>
      <Part {...props} />
    </Suspense>
  );
}

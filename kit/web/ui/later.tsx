import { Input } from 'antd';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type Load<P> = () => Promise<ComponentType<P>>;

/** An input whose code is heavy and seldom needed: fetched when it is first drawn, an empty box until then. */
export const later = <P extends object>(load: Load<P>) => drawnLater(load, <Input disabled />);

/**
 * A drawer or dialog over a page that stands without it. Its code comes when the page has had time for its own calls,
 * so that the first click finds it there.
 */
export function panelLater<P extends object>(load: Load<P>): ComponentType<P> {
  setTimeout(() => void load().catch(() => {}), 3000);
  return drawnLater(load, null);
}

function drawnLater<P extends object>(load: Load<P>, meanwhile: ReactNode): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level
  return function Later(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

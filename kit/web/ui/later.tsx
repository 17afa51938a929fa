import { Input } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';

/** An input whose code is heavy and seldom needed: fetched when it is first drawn, an empty box until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once per input, at module level
  return function Later(props: P) {
    return (
      <Suspense fallback={<Input disabled />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

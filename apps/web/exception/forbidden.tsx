import { type ComponentProps, lazy, Suspense } from 'react';

// Few people come here: what they are told, and why, is no part of the first load.
const ForbiddenPage = lazy(() => import('./forbidden-page.tsx'));

export const Forbidden = (props: ComponentProps<typeof ForbiddenPage>) => (
  <Suspense fallback={null}>
    <ForbiddenPage {...props} />
  </Suspense>
);

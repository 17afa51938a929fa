import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { type Certificate, certificates } from '#modules/prevention/contract/livestock/immunity.ts';

const Paper = lazy(() => import('./certificate-paper.tsx'));
const most = 200;

/** Prints the immunity certificates of animals, two hundred at a time. */
export function useCertificates(): { print(ids: readonly number[]): Promise<void>; readonly paper: ReactNode } {
  const [papers, setPapers] = useState<readonly Certificate[] | null>(null);
  return {
    print: async (ids) => {
      const asked = await call(certificates, { query: { ids: ids.slice(0, most).join(',') } }).catch(() => null);
      if (asked) setPapers(asked);
    },
    paper: papers && (
      <Suspense>
        <Paper papers={papers} onDone={() => setPapers(null)} />
      </Suspense>
    ),
  };
}

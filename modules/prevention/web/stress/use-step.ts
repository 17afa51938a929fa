import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { stressCase } from '#modules/prevention/contract/stress/stress-case.ts';

/** Does something with a case, shows the list afresh and says whether it went well; the client has told why where it did not. */
export function useStep(onClose: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: resourceKey(stressCase) });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

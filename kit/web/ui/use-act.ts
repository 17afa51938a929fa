import { useState } from 'react';

/**
 * What a dialog does when it is sent: busy while the call runs, then told and closed; where the call fails the client has said
 * why, and the dialog stays as it was filled in.
 *
 * @example
 * const { busy, act } = useAct(onClose);
 * <Modal confirmLoading={busy} onOk={() => act(() => call(save, { body }), onSaved)} />
 */
export function useAct(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const act = <T>(work: () => Promise<T>, onDone?: (answer: T) => unknown): void => {
    setBusy(true);
    void work()
      .then(async (answer) => {
        await onDone?.(answer);
        onClose();
      })
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return { busy, act };
}

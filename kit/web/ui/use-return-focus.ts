import { useEffect, useState } from 'react';

/** Gives the focus back to where it was before this component opened, however it is closed. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}

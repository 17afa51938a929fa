import { startTransition, useEffect, useState } from 'react';
import type { Density } from './use-list-prefs.ts';

/** Rows are no lower than this. */
const lowest: Readonly<Record<Density, number>> = { small: 36, medium: 44, large: 52 };

/** Rows that fit into a height, or into the window. */
export const fitting = (density: Density, height = innerHeight): number => Math.ceil(height / lowest[density]);

/** The rows in sight are drawn first, those below them right after: on a slow machine nobody waits for rows they cannot see. */
export function useInSightFirst<R>(rows: readonly R[], inSight: number): readonly R[] {
  const [isAll, setAll] = useState(false);
  const isThere = rows.length > 0;
  useEffect(() => {
    if (isThere) startTransition(() => setAll(true));
  }, [isThere]);
  return isAll ? rows : rows.slice(0, inSight);
}

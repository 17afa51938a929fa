import { useEffect } from 'react';
import { create } from 'zustand';
import { ApiError, call } from '#kit/web/api/client.ts';
import type { ScreenInfo } from '#modules/platform/contract/role/access.ts';

/** What the catalogue says of paths that show no page here; null for a path it does not know. */
export const useScreens = create<{ readonly byPath: Readonly<Record<string, ScreenInfo | null>> }>(() => ({
  byPath: {},
}));

async function ask(path: string): Promise<ScreenInfo | null> {
  // Few people come here: the contract of the call is no part of the first load.
  const { screenInfo } = await import('#modules/platform/contract/role/access.ts');
  try {
    return await call(screenInfo, { query: { path }, quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return null;
    throw error;
  }
}

/** Undefined until the server has answered; without an answer the path counts as unknown. */
export function useScreen(path: string | undefined): ScreenInfo | null | undefined {
  const known = useScreens(({ byPath }) => (path === undefined ? null : byPath[path]));
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown || path === undefined) return;
    const keep = (info: ScreenInfo | null) =>
      useScreens.setState(({ byPath }) => ({ byPath: { ...byPath, [path]: info } }));
    ask(path).then(keep, () => keep(null));
  }, [isKnown, path]);
  return known;
}

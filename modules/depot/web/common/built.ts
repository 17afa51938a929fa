import { useSession } from '#kit/web/shell-context.ts';

const permissions: Readonly<Record<string, string>> = {
  '/pri/depot/stock': 'depot:stock:list',
  '/pri/depot/storage': 'depot:in:list',
  '/pri/depot/inventory': 'depot:count:list',
  '/pri/depot/temperature': 'depot:temp:list',
};

let built: ReadonlySet<string> = new Set();
/** Told by `pages.ts`, which knows all screens and is imported by none of them. */
export const setBuilt = (paths: readonly string[]): void => {
  built = new Set(paths);
};

/** Is there such a screen, and may the user open it? No button leads nowhere. */
export function useBuilt(): (path: string) => boolean {
  const { actions } = useSession();
  return (path) => built.has(path) && actions.has(permissions[path] ?? '');
}

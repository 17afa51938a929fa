import { notify } from '#kit/web/api/notify.ts';
import { startSending } from '#kit/web/field/waiting-sheets.ts';
import { loadTexts, t } from '#kit/web/i18n/i18n.ts';
import { currentLanguage } from '#kit/web/i18n/language.ts';
import type { PageLoader } from '#kit/web/page.ts';
import { facePreview } from '#kit/web/ui/face-preview.ts';
import { later } from '#kit/web/ui/later.tsx';
import { menuTitle } from './menu/menu-tree.ts';
import { useSessionStore } from './session/session-store.ts';

const found = import.meta.glob<{ pages: Record<string, PageLoader> }>('../../modules/*/web/pages.ts', { eager: true });

// What a module gives the kit's inputs to look up; by the same convention as its pages.
const wirings = import.meta.glob<{ connectLookups: () => void }>('../../modules/*/web/lookups.ts', { eager: true });

export function startModules(): void {
  for (const { connectLookups } of Object.values(wirings)) connectLookups();
  startSending((path, why) => {
    const entry = useSessionStore.getState().user?.pages.find((one) => one.path === path);
    notify('error', t('field.refusedElsewhere', { page: entry ? menuTitle(entry, currentLanguage()) : path, why }));
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Nobody waits for it, and where the browser refuses it (no TLS) everything works as long as there is a network.
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}), { once: true });
    if (document.readyState === 'complete') void navigator.serviceWorker.register('/sw.js').catch(() => {});
  }
  facePreview.connect(later(async () => (await import('./login/face-preview.tsx')).default));
}

const own: Record<string, PageLoader> = {
  '/user/profile': () => import('./profile/profile-page.tsx'),
  '/user/api': () => import('./api-guide/api-page.tsx'),
};

/** Every screen that is built, by its menu path; a module's texts come with its first page. */
export const pages: ReadonlyMap<string, PageLoader> = new Map([
  ...Object.entries(own),
  ...Object.entries(found).flatMap(([file, { pages: loaders }]) => {
    const source = /modules\/([^/]+)\//.exec(file)?.[1] ?? '';
    return Object.entries(loaders).map(([path, load]): [string, PageLoader] => [
      path,
      async () => (await Promise.all([load(), loadTexts(source)]))[0],
    ]);
  }),
]);

/** Pages everyone may open, without a menu row. */
export const ownPaths: ReadonlySet<string> = new Set(Object.keys(own));

import { type PageLoader, resource } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {
  '/shop/example/order': resource(() => import('./contract.ts').then((m) => m.exampleOrder)),
};

import type { PageLoader } from '#kit/web/page.ts';

export const pages: Record<string, PageLoader> = {};

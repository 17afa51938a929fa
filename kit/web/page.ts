import type { ComponentType } from 'react';
import type { AnyReport } from '#kit/contract/report.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import type { ReportPageOptions } from '#kit/web/report/report-page.tsx';
import type { ResourcePageOptions } from '#kit/web/resource/resource-page.tsx';

/** Loads a screen when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;

/**
 * A screen made from the declaration; options are the parts of the list that are to be different.
 *
 * @example
 * export const pages: Record<string, PageLoader> = {
 *   '/system/department': resource(() => import('…/sys-dept.ts').then((m) => m.sysDept), { tree: 'parentId' }),
 * };
 */
export function resource<R extends AnyResource>(
  load: () => Promise<R>,
  options: ResourcePageOptions<R> = {},
): PageLoader {
  return async () => {
    const [loaded, { resourcePage }] = await Promise.all([load(), import('#kit/web/resource/resource-page.tsx')]);
    return { default: resourcePage(loaded, options) };
  };
}

/** The same of a report. */
export function report(
  load: () => Promise<AnyReport>,
  options: () => Promise<ReportPageOptions> = async () => ({}),
): PageLoader {
  return async () => {
    const [loaded, given, { reportPage }] = await Promise.all([
      load(),
      options(),
      import('#kit/web/report/report-page.tsx'),
    ]);
    return { default: reportPage(loaded, given) };
  };
}

import type { AnyEndpoint } from '#kit/contract/endpoint.ts';

/** Routes that take about the same time, so that one figure speaks for all of them. */
export type RouteClass = 'open' | 'list' | 'read' | 'write' | 'upload' | 'download' | 'stream' | 'other';

export function routeClass(endpoint: AnyEndpoint): RouteClass {
  if (endpoint.upload) return 'upload';
  if (endpoint.download) return 'download';
  if (endpoint.access === 'public') return 'open';
  if (endpoint.action) return 'write';
  return endpoint.path.endsWith('/list') ? 'list' : 'read';
}

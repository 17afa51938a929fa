import { vi } from 'vitest';
import type { Envelope } from '#kit/contract/envelope.ts';

export interface Request {
  readonly query: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page sent
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

type Answer = Partial<Envelope> | undefined;

/**
 * Stands in for the network, keyed by `METHOD path`; a route that answers undefined is a lost connection. Gives back
 * every request made, by the same key.
 */
export function fakeServer(routes: Readonly<Record<string, (request: Request) => Answer>>): Map<string, Request[]> {
  const made = new Map<string, Request[]>();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://test');
    const key = `${init.method ?? 'GET'} ${url.pathname.replace('/api/', '')}`;
    const request: Request = {
      query: Object.fromEntries(url.searchParams),
      body:
        init.body instanceof FormData
          ? Object.fromEntries(init.body)
          : init.body
            ? JSON.parse(String(init.body))
            : null,
      headers: init.headers as Record<string, string>,
    };
    made.set(key, [...(made.get(key) ?? []), request]);
    const route = routes[key];
    if (!route) throw new Error(`nobody answers ${key}`);
    const answer = route(request);
    if (!answer) throw new TypeError('network');
    return Response.json({ code: 200, msg: '', data: null, traceId: 't', ...answer });
  });
  return made;
}

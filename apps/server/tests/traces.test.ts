import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose, type Running } from '#apps/server/compose.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';

/** One setting, and a collector gets spans of every request and of its statements, without anything personal. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number; message?: string };
}
const spans: Span[] = [];
const services = new Set<string>();
let collector: Server;
let world: World;
let traced: Running;

beforeAll(async () => {
  collector = createServer((request, reply) => {
    void json(request).then((body: any) => {
      for (const one of body.resourceSpans) {
        services.add(one.resource.attributes.find((it: any) => it.key === 'service.name').value.stringValue);
        for (const scope of one.scopeSpans) spans.push(...scope.spans);
      }
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  world = await openWorld();
  const { port } = collector.address() as AddressInfo;
  traced = await compose({
    login: appLogin(databaseSettings(world.name)),
    root,
    files: { driver: 'disk', folder: world.folder },
    log: pino({ level: 'silent' }),
    traces: { url: `http://127.0.0.1:${port}/v1/traces`, service: 'mulian-test' },
  });
});
afterAll(async () => {
  await world.close();
  collector.closeAllConnections();
  collector.close();
});

const value = (span: Span, key: string) => {
  const found = span.attributes.find((one) => one.key === key)?.value;
  return found?.stringValue ?? found?.intValue;
};

it('a request and its statements are one trace, under the number its caller is told', async () => {
  const { token } = await world.as('tl_region');
  const above = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
  const response = await traced.app.inject({
    method: 'GET',
    url: `/api/pri/principal/info/list?keyword=${encodeURIComponent('韩梅')}`,
    headers: { authorization: token, traceparent: `00-${above.trace}-${above.span}-01` },
  });
  expect(response.json()).toMatchObject({ code: 200 });
  await traced.app.inject({ method: 'GET', url: '/health/live' });
  // Whoever stops tells what he still has.
  await traced.close();
  expect([...services]).toEqual(['mulian-test']);
  const route = '/api/pri/principal/info/list';
  const request = spans.find((one) => value(one, 'http.route') === route && one.parentSpanId === above.span);
  expect(request).toMatchObject({ traceId: above.trace });
  expect(value(request as Span, 'mulian.trace_id')).toBe(response.json().traceId);
  expect(value(request as Span, 'url.path')).toBe(route);
  const statements = spans.filter((one) => String(value(one, 'db.query.text') ?? '').includes('registry.principal'));
  expect(statements.map((one) => one.traceId)).toContain(above.trace);
  expect(JSON.stringify(spans)).not.toContain('韩梅');
  expect(JSON.stringify(spans)).not.toContain(encodeURIComponent('韩梅'));
  expect(JSON.stringify(spans)).not.toContain(token);
  expect(spans.some((one) => value(one, 'http.route') === '/health/live')).toBe(false);
  // Nothing the program does for itself is told.
  expect(new Set(spans.map((one) => one.traceId))).toEqual(new Set([above.trace]));
});

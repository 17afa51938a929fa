import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { endpointsIn } from '#kit/contract/module.ts';
import type { Json, OpenApi } from '#kit/server/http/openapi.ts';
import { modules } from '#modules/index.contract.ts';

let world: World;
let api: OpenApi;
beforeAll(async () => {
  world = await openWorld();
  const { bytes, type } = await world.download(await world.as('tl_admin'), 'sys/openapi', null);
  expect(type).toContain('application/vnd.oai.openapi+json');
  api = JSON.parse(bytes.toString());
});
afterAll(() => world.close());

const declared = modules.flatMap(endpointsIn);
const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );

function* nodes(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const item of Object.values(value)) yield* nodes(item);
}

it('describes every declared call once, and no other', () => {
  const keys = declared.map((one) => `${one.method} /api/${one.path.replace(/:(\w+)/g, '{$1}')}`).sort();
  expect(api.openapi).toMatch(/^3\.1\.\d+$/);
  expect(
    operations()
      .map((one) => one.key)
      .sort(),
  ).toEqual(keys);
  const ids = operations().map((one) => one.operation.operationId);
  expect(new Set(ids).size).toBe(declared.length);
});

it('says of every change that answers a password, a secret, codes or a clear number that no copy is kept', () => {
  const telling = declared.filter(
    (one) =>
      one.action &&
      one.access !== 'public' &&
      (one.action === 'reveal' ||
        /"(initialPassword|passwords?|secret|recoveryCodes|token|ticket|payeeAccount)":/.test(
          JSON.stringify(z.toJSONSchema(one.data, { unrepresentable: 'any' })),
        )),
  );
  expect(telling.length).toBeGreaterThanOrEqual(12);
  expect(telling.filter((one) => !one.secret).map((one) => one.path)).toEqual([]);
});

it('points only at what is there', () => {
  const refs = [...nodes(api)].flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : []));
  expect(refs.length).toBeGreaterThan(declared.length);
  const lost = refs.filter((ref) => {
    const found = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], api);
    return !ref.startsWith('#/') || found === undefined;
  });
  expect(lost).toEqual([]);
});

it('names each parameter of a path, and says who may call', () => {
  for (const { key, operation } of operations()) {
    const inPath = [...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const parameters = (operation.parameters ?? []) as { name: string; in: string; required: boolean }[];
    expect([key, parameters.filter((one) => one.in === 'path').map((one) => one.name)]).toEqual([key, inPath]);
    expect(parameters.filter((one) => one.in === 'path' && !one.required)).toEqual([]);
    expect(operation.responses).toHaveProperty('200');
    const access = operation['x-access'];
    expect(operation.security).toEqual(access === 'public' ? [] : [{ token: [] }]);
    expect(Array.isArray(operation['x-permission'])).toBe(access === 'permission');
  }
});

it('is for those who keep menus or parameters', async () => {
  for (const name of ['op_admin', 'tl_sec', 'tl_audit']) {
    const { bytes } = await world.download(await world.as(name), 'sys/openapi', null);
    expect(JSON.parse(bytes.toString()).openapi).toBe('3.1.0');
  }
  expect((await (await world.as('farm1')).get('sys/openapi')).code).toBe(403);
});

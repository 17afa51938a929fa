import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { s3Settings } from '#apps/server/testing/s3.ts';
import * as make from '#apps/server/testing/sample-files.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope, type Scope } from '#kit/server/db/scope.ts';
import { linkFiles } from '#kit/server/files/files.ts';

/** The resource whose records the tests hang files on. */
export const bizType = 'registry.principal';

const s3 = s3Settings();
/** Every suite of the calls runs once per driver; with S3 wherever the stack has a gateway. */
export const drivers = [{ name: 'disk', files: undefined }, ...(s3 ? [{ name: 's3', files: s3 }] : [])];

/** A world on this driver, and the moves the tests about files are made of. */
export function fileFixtures(files: (typeof drivers)[number]['files']) {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(files ? { files } : {});
  });
  afterAll(() => world.close());

  const send = async (who: string, path: string, form: ReturnType<typeof make.form>) => {
    const { token } = await world.as(who);
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/sys/file/${path}`,
      payload: form.payload,
      headers: { ...form.headers, authorization: token },
    });
    return { status: response.statusCode, ...response.json() };
  };
  const userId = async (name: string): Promise<number> =>
    Number((await world.sql('select id from platform.sys_user where username = $1', [name]))[0].id);
  const scopeOf = async (name: string): Promise<Scope> => makeScope({ tenantNo: 1505, userId: await userId(name) });
  return {
    world: () => world,
    send,
    userId,
    scopeOf,
    upload: (file: Buffer | null, name = 'x', fields: Record<string, string> = {}, who = 'kzzq_mgr') =>
      send(who, 'upload', make.form(file, name, { bizType, ...fields })),
    fetched: (url: string): Promise<LightMyRequestResponse> => world.app.inject({ method: 'GET', url }),
    link: async (who: string, fileId: number, more = '') => (await world.as(who)).get(`sys/file/link/${fileId}${more}`),
    row: async (fileId: number) => (await world.sql('select * from kit.file where id = $1', [fileId]))[0],
    principalIn: async (county: number): Promise<number> =>
      Number(
        (
          await world.sql(
            'select id from registry.principal where tenant_no = 1505 and county = $1 order by id limit 1',
            [county],
          )
        )[0].id,
      ),
    hang: async (fileId: number, id: number, who = 'kzzq_mgr') =>
      world.database.transaction(await scopeOf(who), (tx) => linkFiles(tx, [fileId], bizType, id)),
  };
}

import { describe, expect, it } from 'vitest';
import * as make from '#apps/server/testing/sample-files.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { signLink } from '#kit/server/files/links.ts';
import { fileParts } from '#kit/server/files/provided.ts';
import { removeFiles, sweepTempFiles } from '#kit/server/files/sweep.ts';
import { bizType, drivers, fileFixtures } from '#modules/platform/testing/file-fixtures.ts';

describe.each(drivers)('files on $name', ({ files }) => {
  const { world, send, upload, fetched, link, row, userId, scopeOf, principalIn, hang } = fileFixtures(files);

  describe('links', () => {
    it('R103: live ten minutes, for one file, as long as the session they were asked in', async () => {
      const person = world().person((await world().login('tl_region')).data.token);
      const { payload, headers } = make.form(await make.photo(), 'a.jpg', { bizType });
      const sent = await world().app.inject({
        method: 'POST',
        url: '/api/sys/file/upload',
        payload,
        headers: { ...headers, authorization: person.token },
      });
      const { fileId } = sent.json().data;
      const other = (await upload(make.pdf(), 'a.pdf', {}, 'tl_region')).data.fileId;
      const asked = Math.floor(Date.now() / 1_000);
      const { data } = await person.get(`sys/file/link/${fileId}`);
      expect(data.expiresIn).toBe(600);
      const url = new URL(data.url, 'http://x');
      const until = Number(url.searchParams.get('e'));
      expect(until).toBeGreaterThanOrEqual(asked + 600);
      expect(until).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 600);
      const sessionId = Number(url.searchParams.get('s'));
      const raw = (query: string, id = fileId) => fetched(`/api/sys/file/raw/${id}?${query}`);
      expect((await raw(url.searchParams.toString())).statusCode).toBe(200);

      const changed = (key: string, value: string) => {
        const query = new URLSearchParams(url.searchParams);
        query.set(key, value);
        return query.toString();
      };
      const sig = url.searchParams.get('sig') ?? '';
      const wrong: [string, number][] = [
        [signLink({ fileId, sessionId, thumb: false }, Date.now() - 601_000), fileId],
        [changed('e', String(until + 60)), fileId],
        [changed('s', String(sessionId + 1)), fileId],
        [changed('t', '1'), fileId],
        [changed('sig', sig.startsWith('A') ? `B${sig.slice(1)}` : `A${sig.slice(1)}`), fileId],
        [changed('sig', ''), fileId],
        [url.searchParams.toString(), other],
        [signLink({ fileId, sessionId: 999_999, thumb: false }), fileId],
        [signLink({ fileId: 999_999, sessionId, thumb: false }), 999_999],
      ];
      for (const [query, id] of wrong) {
        const answer = await raw(query, id);
        expect([answer.statusCode, answer.json().msg]).toEqual([403, '链接已失效，请重新打开']);
      }
      expect((await raw(`e=${until}&s=${sessionId}`)).statusCode).toBe(422);

      const good = signLink({ fileId, sessionId, thumb: true });
      expect((await raw(good)).statusCode).toBe(200);
      await world().sql(
        "update platform.sys_session set last_active_at = now() - interval '31 minutes' where id = $1",
        [sessionId],
      );
      expect((await raw(good)).statusCode).toBe(403);
      await world().sql('update platform.sys_session set last_active_at = now() where id = $1', [sessionId]);
      expect((await raw(good)).statusCode).toBe(200);
      await person.post('sys/auth/logout');
      expect((await raw(good)).statusCode).toBe(403);
    });

    it('lead to the small picture where there is one', async () => {
      const { fileId } = (await upload(await make.photo())).data;
      const { data } = await link('kzzq_mgr', fileId, '?thumb=1');
      expect((await fetched(data.url)).headers['content-type']).toBe('image/webp');
      const paper = (await upload(make.pdf())).data.fileId;
      const none = await link('kzzq_mgr', paper, '?thumb=1');
      expect((await fetched(none.data.url)).headers['content-type']).toBe('application/pdf');
    });
  });

  describe('readers', () => {
    it("a waiting file is its sender's alone; a linked one is seen by whoever sees the record", async () => {
      const { fileId } = (await upload(make.pdf(), 'a.pdf')).data;
      const codes = async () => {
        const all = ['kzzq_mgr', 'tl_region', 'tl_sec', 'kel_worker1', 'cf_mgr'];
        return Object.fromEntries(await Promise.all(all.map(async (who) => [who, (await link(who, fileId)).code])));
      };
      const only = { kzzq_mgr: 200, tl_region: 404, tl_sec: 404, kel_worker1: 404, cf_mgr: 404 };
      expect(await codes()).toEqual(only);
      await hang(fileId, await principalIn(150521));
      expect(await codes()).toEqual({ ...only, tl_region: 200 });
      await world().sql("update kit.file set biz_type = 'job' where id = $1", [fileId]);
      expect(await codes()).toEqual(only);
      await world().sql("update kit.file set status = 'removed' where id = $1", [fileId]);
      expect(await codes()).toEqual({ ...only, kzzq_mgr: 404 });
      expect((await link('kzzq_mgr', 999_999)).code).toBe(404);
    });

    it('a file on a record of another county stays unseen, though the permission is there', async () => {
      const { fileId } = (await upload(make.pdf(), 'a.pdf', {}, 'tl_region')).data;
      await hang(fileId, await principalIn(150522), 'tl_region');
      expect((await link('kzzq_mgr', fileId)).code).toBe(404);
      expect((await link('tl_region', fileId)).code).toBe(200);
    });
  });

  describe('linking', () => {
    it("takes one's own waiting files, all or none, and bears being repeated", async () => {
      const [mine, theirs] = [
        (await upload(make.pdf())).data.fileId,
        (await upload(make.pdf(), 'b', {}, 'tl_region')).data.fileId,
      ];
      const [first, second] = [await principalIn(150521), await principalIn(150522)];
      const scope = await scopeOf('kzzq_mgr');
      const tryLink = (ids: number[], id: number) =>
        world().database.transaction(scope, (tx) => linkFiles(tx, ids, bizType, id));
      const refused = { code: 422, errors: [{ field: 'fileIds' }] };
      await expect(tryLink([mine, theirs], first)).rejects.toMatchObject(refused);
      expect((await row(mine)).status).toBe('temp');
      await tryLink([mine, mine], first);
      expect(await row(mine)).toMatchObject({ status: 'linked', biz_type: bizType, biz_id: first });
      await tryLink([mine], first);
      await expect(tryLink([mine], second)).rejects.toMatchObject(refused);
      await expect(tryLink([999_999], first)).rejects.toMatchObject(refused);
      // The policy shows an administrator every file of the tenant; that makes none of them theirs.
      const admin = makeScope({ tenantNo: 1505, userId: await userId('tl_admin'), roles: ['tenant_admin'] });
      const reaching = world().database.transaction(admin, (tx) => linkFiles(tx, [theirs], bizType, first));
      await expect(reaching).rejects.toMatchObject(refused);
      // Somebody else saves the same record again, with the file that hangs on it.
      await world().database.transaction(await scopeOf('tl_region'), (tx) =>
        linkFiles(tx, [mine, theirs], bizType, first),
      );
      expect((await row(theirs)).status).toBe('linked');
    });
  });

  describe('sweeping', () => {
    it('R105: what hung on nothing for a day goes, bytes and row; what is younger or linked stays', async () => {
      await sweepTempFiles(world().database);
      const [old, young, linked, dropped] = (await Promise.all(
        Array.from({ length: 4 }, async () => (await upload(await make.photo())).data.fileId as number),
      )) as [number, number, number, number];
      await hang(linked, await principalIn(150521));
      await hang(dropped, await principalIn(150521));
      await world().database.transaction(await scopeOf('kzzq_mgr'), (tx) => removeFiles(tx, [dropped]));
      await world().sql("update kit.file set created_at = now() - interval '25 hours' where id = any ($1)", [
        [old, linked],
      ]);
      const keys = new Map<number, string[]>();
      for (const id of [old, young, linked, dropped]) {
        const { storage_key, thumb_key } = await row(id);
        keys.set(id, [storage_key, thumb_key]);
      }
      const there = async (id: number) => Promise.all((keys.get(id) ?? []).map((key) => fileParts().store.exists(key)));
      expect(await there(old)).toEqual([true, true]);
      expect(await sweepTempFiles(world().database)).toBe(2);
      expect(
        await Promise.all(
          [old, young, linked, dropped].map(async (id) => [Boolean(await row(id)), ...(await there(id))]),
        ),
      ).toEqual([
        [false, false, false],
        [true, true, true],
        [true, true, true],
        [false, false, false],
      ]);
      expect(await sweepTempFiles(world().database)).toBe(0);
    });
  });

  describe('icons and logos', () => {
    const icon = (file: Buffer, name: string, who = 'op_admin') => send(who, 'uploadMenu', make.form(file, name));

    it('R103: have a stable link that needs no session', async () => {
      const drawing = await icon(
        make.svg('<metadata>x</metadata><g id="a" data-x="1"><path d="M0 0h9" stroke="url(#b)"/></g>', ' width="10"'),
        'cow.svg',
      );
      expect(drawing.code).toBe(200);
      expect(drawing.data.url).toBe(`/api/sys/file/public/${drawing.data.fileId}`);
      const shown = await fetched(drawing.data.url);
      expect(shown.body).toBe(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10"><g id="a"><path d="M0 0h9" stroke="url(#b)"/></g></svg>',
      );
      expect(shown.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      const logo = await icon(
        await make.photo('png', { time: '2026:11:10 08:30:05', place: true }),
        'logo.png',
        'tl_admin',
      );
      expect((await fetched(logo.data.url)).headers['content-type']).toBe('image/png');
      expect(await row(logo.data.fileId)).toMatchObject({
        is_public: true,
        status: 'linked',
        taken_at: null,
        longitude: null,
      });
    });

    it('lead to nothing else', async () => {
      const { fileId } = (await upload(make.pdf())).data;
      expect((await fetched(`/api/sys/file/public/${fileId}`)).statusCode).toBe(404);
      expect((await fetched('/api/sys/file/public/999999')).statusCode).toBe(404);
    });

    it.each([
      ['a drawing with a script', make.svg('<script>alert(1)</script>'), 422],
      ['a drawing of over 200 KB', make.svg(`<path d="${'M0 0'.repeat(60_000)}"/>`), 413],
      ['paper', make.pdf(), 422],
      ['a picture of over 10 MB', Buffer.alloc(10 * 2 ** 20 + 1), 413],
    ] as const)('refuse %s', async (_, file, code) => {
      expect((await icon(file, 'a.svg')).code).toBe(code);
    });

    it('come only from those who keep menus or the look of a tenant', async () => {
      expect((await icon(make.svg(), 'a.svg', 'kzzq_mgr')).code).toBe(403);
    });
  });
});

import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as make from '#apps/server/testing/sample-files.ts';
import { saveFile } from '#kit/server/files/files.ts';
import { fileParts } from '#kit/server/files/provided.ts';
import { bizType, drivers, fileFixtures } from '#modules/platform/testing/file-fixtures.ts';

describe.each(drivers)('files on $name', ({ files }) => {
  const { world, upload, fetched, link, row, userId, scopeOf } = fileFixtures(files);

  describe('kinds', () => {
    it.each([
      ['jpg', () => make.photo('jpeg'), 'image/jpeg', true],
      ['png', () => make.photo('png'), 'image/png', true],
      ['webp', () => make.photo('webp'), 'image/webp', true],
      ['pdf', make.pdf, 'application/pdf', false],
      ['xlsx', make.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
      ['docx', make.docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
      ['zip', () => make.zip({ 'a.txt': 'a' }), 'application/zip', false],
      ['mp4', make.mp4, 'video/mp4', false],
      ['m4a', make.m4a, 'audio/mp4', false],
      ['mp3', make.mp3, 'audio/mpeg', false],
      ['wav', make.wav, 'audio/wav', false],
    ] as const)('takes %s, whatever it is called, and gives it back', async (ending, maker, mime, picture) => {
      const content = await maker();
      const { code, data } = await upload(content, '牛舍 一号.exe');
      expect(code).toBe(200);
      expect(data).toMatchObject({ fileName: `牛舍 一号.exe.${ending}`, mime, takenAt: null, longitude: null });
      const response = await fetched(data.url);
      expect(response.statusCode).toBe(200);
      expect(createHash('sha256').update(response.rawPayload).digest('hex')).toBe(data.sha256);
      expect(response.rawPayload.length).toBe(data.size);
      if (!picture) expect(response.rawPayload.equals(content)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': mime,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'content-disposition': `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(data.fileName)}`,
      });
      expect(data.thumbUrl === null).toBe(!picture);
    });

    it('leaves one row in the operation log, and one more when something other than a picture is fetched', async () => {
      const { data } = await upload(make.pdf(), 'a.pdf');
      await link('kzzq_mgr', data.fileId);
      const log = await world().sql(
        "select action, entity_name, after ->> 'bizType' as biz from kit.oper_log where entity = 'file' and entity_id = $1 order by id",
        [data.fileId],
      );
      expect(log).toEqual([
        { action: 'add', entity_name: 'a.pdf', biz: bizType },
        { action: 'download', entity_name: 'a.pdf', biz: bizType },
      ]);
    });
  });

  describe('refusals', () => {
    const joined = async (first: Buffer) => Buffer.concat([first, await make.zip({ 'run.js': 'alert(1)' })]);
    it.each([
      ['a program called jpg', make.exe, 'cow.jpg', 422, '不支持该文件类型'],
      ['a page called png', make.html, 'cow.png', 422, '不支持该文件类型'],
      ['a drawing', make.svg, 'icon.svg', 422, '不支持该文件类型'],
      ['a GIF', make.gif, 'cow.gif', 422, '不支持该文件类型'],
      ['a workbook with macros', make.xlsm, 'list.xlsx', 422, '不支持该文件类型'],
      ['a QuickTime film', make.quickTime, 'film.mp4', 422, '不支持该文件类型'],
      ['a HEIC picture that cannot be decoded', make.heic, 'cow.heic', 422, '不支持该文件类型'],
      ['a picture with a zip behind it', async () => joined(await make.photo()), 'cow.jpg', 422, '不支持该文件类型'],
      ['a PDF with a zip behind it', () => joined(make.pdf()), 'a.pdf', 422, '不支持该文件类型'],
      [
        'a sound with a page in it',
        () => Buffer.concat([make.wav().subarray(0, 60), make.html()]),
        'a.wav',
        422,
        '不支持该文件类型',
      ],
      ['words', () => Buffer.from('only words'), 'a.pdf', 422, '不支持该文件类型'],
      ['nothing', () => Buffer.alloc(0), 'a.jpg', 422, '文件是空的'],
      ['half a picture', async () => (await make.photo('png')).subarray(0, 900), 'a.png', 422, '图片已损坏，无法读取'],
      ['400 megapixels', () => make.pngBomb(), 'a.png', 422, '图片超过 40 百万像素'],
      [
        '11 MB of picture',
        async () => Buffer.concat([await make.photo(), Buffer.alloc(11 * 2 ** 20)]),
        'a.jpg',
        413,
        '文件超过 10 MB',
      ],
      ['21 MB of sound', () => Buffer.concat([make.wav(), Buffer.alloc(21 * 2 ** 20)]), 'a.wav', 413, '文件超过 20 MB'],
    ] as const)('%s', async (_, maker, name, code, msg) => {
      const content = await maker();
      const [before, rows] = [process.memoryUsage().rss, await world().sql('select count(*)::int as n from kit.file')];
      const began = process.cpuUsage();
      expect(await upload(content, name)).toMatchObject({ status: code, code, msg, data: null });
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
      expect(await world().sql('select count(*)::int as n from kit.file')).toEqual(rows);
      expect((await world().app.inject('/health/live')).statusCode).toBe(200);
    });

    it.each([
      ['../../etc/passwd', 'passwd.pdf'],
      ['C:\\\\temp\\\\a.pdf', 'a.pdf'],
      ['a\0b.pdf', 'ab.pdf'],
      ['fdp.\u202eexe.pdf', 'fdp.exe.pdf'],
      ['', 'file.pdf'],
      [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(116)}.pdf`],
      [`${'🐄'.repeat(90)}.pdf`, `${'🐄'.repeat(58)}.pdf`],
    ])('a name like %j becomes %j', async (name, kept) => {
      const { code, data } = await upload(make.pdf(), name);
      expect([code, data?.fileName]).toEqual([200, kept]);
      expect((await fetched(data.url)).statusCode).toBe(200);
    });

    it.each([
      ['no file', null, {}, 400],
      ['a record that is none', make.pdf(), { bizType: 'job' }, 422],
      ['a longitude without its latitude', make.pdf(), { longitude: '122.2' }, 422],
      ['a place that is none', make.pdf(), { longitude: '300', latitude: '44' }, 422],
      ['a time that is none', make.pdf(), { takenAt: 'yesterday' }, 422],
      ['an unknown part', make.pdf(), { isPublic: '1' }, 422],
    ] as const)('%s', async (_, file, fields, code) => {
      expect(await upload(file, 'a.pdf', fields)).toMatchObject({ status: code, code });
    });

    it('nobody without a session, and no JSON', async () => {
      const { payload, headers } = make.form(make.pdf(), 'a.pdf', { bizType });
      const answer = await world().app.inject({ method: 'POST', url: '/api/sys/file/upload', payload, headers });
      expect(answer.statusCode).toBe(401);
      expect((await (await world().as('kzzq_mgr')).post('sys/file/upload', { bizType })).code).toBe(400);
    });

    it('more than 500 files that hang on nothing', async () => {
      const id = await userId('tl_leader');
      await world().sql(
        `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
         select 1505, $1, 'a', 'application/pdf', 1, '', 'none/' || n, 'registry.principal' from generate_series(1, 500) n`,
        [id],
      );
      expect(await upload(make.pdf(), 'a.pdf', {}, 'tl_leader')).toMatchObject({ code: 500, bizCode: 'file.waiting' });
      // Many at once share what is left.
      await world().sql("delete from kit.file where user_id = $1 and storage_key in ('none/1', 'none/2', 'none/3')", [
        id,
      ]);
      const many = await Promise.all(Array.from({ length: 8 }, () => upload(make.pdf(), 'a.pdf', {}, 'tl_leader')));
      expect(many.filter((one) => one.code === 200)).toHaveLength(3);
      expect(many.filter((one) => one.bizCode === 'file.waiting')).toHaveLength(5);
      await world().sql('delete from kit.file where user_id = $1', [id]);
    });

    it('more bytes than three gigabytes that hang on nothing', async () => {
      const id = await userId('tl_leader');
      await world().sql(
        `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
         values (1505, $1, 'a', 'video/mp4', 3 * 1024::bigint ^ 3 - 10, '', 'none/bytes', 'registry.principal')`,
        [id],
      );
      expect(await upload(make.pdf(), 'a.pdf', {}, 'tl_leader')).toMatchObject({ code: 500, bizCode: 'file.waiting' });
      await world().sql('delete from kit.file where user_id = $1', [id]);
    });

    it('and a call that fails after the bytes were stored leaves none behind', async () => {
      const scope = await scopeOf('kzzq_mgr');
      let key = '';
      const failing = world().database.transaction(scope, async (tx) => {
        const { fileId } = await saveFile(tx, {
          source: import.meta.filename,
          name: 'a',
          mime: 'text/plain',
          bizType: 'job',
        });
        key =
          (await tx.query<{ storage_key: string }>('select storage_key from kit.file where id = $1', [fileId]))[0]
            ?.storage_key ?? '';
        expect(await fileParts().store.exists(key)).toBe(true);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await fileParts().store.exists(key)).toBe(false);
    });
  });

  describe('photos', () => {
    it.each(['jpeg', 'png', 'webp'] as const)(
      'R105: a %s keeps time and place in its row and nowhere else',
      async (type) => {
        const original = await make.photo(type, { time: '2026:11:10 08:30:05', place: true });
        expect((await sharp(original).metadata()).exif).toBeDefined();
        const { data } = await upload(original, 'cow.jpg');
        const known = { takenAt: '2026-11-10T08:30:05+08:00', longitude: 122.24, latitude: 43.66 };
        expect(data).toMatchObject(known);
        expect(await row(data.fileId)).toMatchObject({ longitude: known.longitude, latitude: known.latitude });
        for (const url of [data.url, data.thumbUrl]) {
          const { rawPayload } = await fetched(url);
          const { exif, xmp, iptc, icc } = await sharp(rawPayload).metadata();
          expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
          expect(rawPayload.includes('secret-note')).toBe(false);
          expect(rawPayload.includes('Pocket camera')).toBe(false);
        }
      },
    );

    it('the zone a camera names counts, and what the phone sends along wins', async () => {
      const photo = await make.photo('jpeg', { time: '2026:11:10 08:30:05', offset: '+00:00', place: true });
      expect((await upload(photo)).data.takenAt).toBe('2026-11-10T16:30:05+08:00');
      const told = { takenAt: '2026-11-11T01:00:00Z', longitude: '121.5', latitude: '44.5' };
      expect((await upload(photo, 'x', told)).data).toMatchObject({
        takenAt: '2026-11-11T09:00:00+08:00',
        longitude: 121.5,
        latitude: 44.5,
      });
      expect((await upload(photo, 'x', { takenAt: '', longitude: '', latitude: '' })).data.longitude).toBe(122.24);
    });

    it('stands upright, and its small picture is 320 pixels at most', async () => {
      const lying = await sharp(await make.photo())
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const { data } = await upload(lying);
      expect(await sharp((await fetched(data.url)).rawPayload).metadata()).toMatchObject({ width: 800, height: 1200 });
      const thumb = await fetched(data.thumbUrl);
      expect(thumb.headers['content-type']).toBe('image/webp');
      expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ width: 213, height: 320 });
      const small = await upload(await make.photo('png', undefined, 40, 30));
      expect(await sharp((await fetched(small.data.thumbUrl)).rawPayload).metadata()).toMatchObject({
        width: 40,
        height: 30,
      });
    });

    it('ten at once are all taken', async () => {
      const photo = await make.photo('jpeg', undefined, 3000, 2000);
      const answers = await Promise.all(Array.from({ length: 10 }, () => upload(photo)));
      expect(answers.map((one) => one.code)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map((one) => one.data.sha256)).size).toBe(1);
    });
  });
});

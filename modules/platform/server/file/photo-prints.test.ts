import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { linkFiles, saveFile } from '#kit/server/files/files.ts';
import { photoLike, photoUsed } from '#kit/server/files/prints.ts';

const use = 'test.claim';
let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  folder = await mkdtemp(join(tmpdir(), 'mulian-prints-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});
const scope = (userId = 1) => makeScope({ tenantNo: 1505, userId });

/** A picture of blots, another for every seed. */
function scene(seed: number, side = 640): Promise<Buffer> {
  const blots = Array.from({ length: 14 }, (_, at) => {
    const n = (seed * 7919 + at * 104_729) % 9973;
    return `<ellipse cx="${n % side}" cy="${(n * 31) % side}" rx="${60 + (n % 90)}" ry="${40 + (n % 70)}" fill="hsl(${n % 360},60%,${20 + (n % 60)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#888"/>${blots.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}
async function keep(picture: Buffer, userId = 1): Promise<number> {
  const path = join(folder, `${Math.random()}.jpg`);
  await writeFile(path, picture);
  return (
    await saveFile({ database: world.database, scope: scope(userId) }, { source: path, name: 'a.jpg', bizType: use })
  ).fileId;
}
const hang = (file: number, ref: number, userId = 1) =>
  world.database.transaction(scope(userId), (tx) => linkFiles(tx, [file], use, ref));

describe('S7: a picture is used once', () => {
  it('the same bytes under another record are found, whoever took them; under its own record and another use they are not', async () => {
    const picture = await scene(1);
    const first = await keep(picture);
    await hang(first, 71);
    const again = await keep(picture, 2);
    const other = await keep(await scene(2), 2);
    const asked = (about: Parameters<typeof photoUsed>[2]) =>
      world.database.transaction(scope(2), (tx) => photoUsed(tx, [again, other], about));
    expect(await asked({ use })).toEqual([again]);
    expect(await asked({ use: ['test.other', use] })).toEqual([again]);
    expect(await asked({ use: 'test.other' })).toEqual([]);
    expect(await asked({ use, exceptRef: 71 })).toEqual([]);
    expect(
      await world.database.transaction(makeScope({ tenantNo: 1504, userId: 1 }), (tx) =>
        photoUsed(tx, [again], { use }),
      ),
    ).toEqual([]);
  });

  it('of eight that use one picture at the same moment one gets it', async () => {
    const picture = await scene(3);
    const files = await Promise.all(Array.from({ length: 8 }, (_, at) => keep(picture, 10 + at)));
    const ends = await Promise.all(
      files.map((file, at) =>
        world.database
          .transaction(scope(10 + at), async (tx) => {
            if ((await photoUsed(tx, [file], { use, exceptRef: 800 + at })).length > 0) throw new Error('used');
            await linkFiles(tx, [file], use, 800 + at);
          })
          .then(
            () => 'had',
            () => 'refused',
          ),
      ),
    );
    expect(ends.filter((end) => end === 'had')).toHaveLength(1);
  });

  it('smaller, paler and coarser it is still like itself; another scene is not', async () => {
    const picture = await scene(4);
    await hang(await keep(picture), 72);
    const changed = await sharp(picture).resize(300).modulate({ brightness: 1.08 }).jpeg({ quality: 40 }).toBuffer();
    const like = await keep(changed, 3);
    const unlike = await keep(await scene(5), 3);
    const found = await world.database.transaction(scope(3), (tx) => photoLike(tx, [like, unlike], { use }));
    expect(found).toEqual([{ fileId: like, bits: expect.any(Number) }]);
    expect(found[0]?.bits).toBeLessThanOrEqual(6);
    expect(await world.database.transaction(scope(3), (tx) => photoUsed(tx, [like], { use }))).toEqual([]);
    const plain = await world.sql('select count(*)::int as n from kit.file where dhash is not null and biz_type = $1', [
      use,
    ]);
    expect(plain[0].n).toBeGreaterThan(8);
  });
});

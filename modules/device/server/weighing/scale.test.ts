import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { WeighItem } from '#modules/device/contract/telemetry/message.ts';
import { readScaleFile } from '#modules/device/contract/weighing/scale-file.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, say } from '#modules/device/testing/herd.ts';
import { stableWeights } from './from-scale.ts';

let world: World;
let farm: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const start = async (deviceId: number | null): Promise<number> =>
  (
    await farm.post('anm/device/weighing/add', {
      principalId: farmId,
      deviceId,
      hovelId: null,
      species: 'cattle',
      purpose: 'routine',
      remark: null,
    })
  ).data.id;
const recordsOf = (id: number) =>
  world.sql<{ n: number; kg: number; tag: string | null; marks: string[] }>(
    `select n, kg::float8 as kg, tag_read as tag, marks from device.weigh_record where session_id = $1 order by n`,
    [id],
  );

describe('a live scale', () => {
  const moving = (kgs: readonly number[], from = 0): WeighItem[] =>
    kgs.map((kg, at) => ({ n: from + at + 1, t: from + at * 0.5, kg, st: 0 }));

  it('R43: stands still by its own word, or by three readings within a hundredth; once until it is stepped off', () => {
    expect(stableWeights([{ n: 7, t: 1, kg: 410, st: 1 }])).toMatchObject([{ n: 7, kg: 410 }]);
    expect(stableWeights(moving([300, 380, 420, 400])), 'never still').toEqual([]);
    expect(stableWeights(moving([380, 401, 402, 403, 402, 401]))).toMatchObject([{ kg: 403 }]);
    expect(stableWeights(moving([400, 401, 402, 0, 400, 401, 402])), 'off and on again').toHaveLength(2);
    expect(stableWeights([0, 3, 6].map((t) => ({ n: t, t, kg: 400, st: 0 as const }))), 'too far apart').toEqual([]);
  });

  it('R43: a tag and a weight within ten seconds are one record, whichever comes first; later they are not', async () => {
    const scale = await makeDevice(world, 'scale', { status: 'active' });
    const id = await start(scale.id);
    const [a, b, c] = (await bareAnimals(world, farmId, 3)).map((one) => one.earTag);
    const t = Math.floor(Date.now() / 1000) - 120;
    const weigh = (...d: object[]) => say(world, [{ deviceNo: scale.deviceNo, type: 'weigh', d }]);
    await weigh({ n: 1, t, kg: 0, tag: a });
    expect(await recordsOf(id), 'a tag alone waits').toEqual([]);
    await weigh({ n: 2, t: t + 4, kg: 431, st: 1 });
    await weigh({ n: 3, t: t + 20, kg: 402, st: 1 });
    expect((await recordsOf(id)).map((one) => one.tag)).toEqual([a, null]);
    await weigh({ n: 4, t: t + 26, kg: 0, tag: b });
    await weigh({ n: 5, t: t + 40, kg: 0, tag: c }, { n: 6, t: t + 55, kg: 377, st: 1 });
    expect(await recordsOf(id)).toMatchObject([
      { n: 2, kg: 431, tag: a },
      { n: 3, kg: 402, tag: b },
      { n: 6, kg: 377, tag: null, marks: ['noTag'] },
    ]);
  });
});

describe('the file of a stand-alone scale', () => {
  it('is read with any columns, and says which lines it could not read', () => {
    const read = readScaleFile(
      'No;Date;Time;EID;Weight\r\n1;2026-11-02;08:15;156 000012345678;432,5\r\n2;2026-11-02;08:17;;398\r\n3;;;ERR;\r\n',
    );
    expect(read.lines).toEqual([
      { kg: 432.5, tag: '156000012345678', at: '2026-11-02T00:15:00.000Z' },
      { kg: 398, tag: null, at: '2026-11-02T00:17:00.000Z' },
    ]);
    expect(read.faults).toEqual([{ line: 4, text: '3;;;ERR;' }]);
    expect(readScaleFile('250521000000001,410\n250521000000002,388.5\n').lines.map((one) => one.kg)).toEqual([
      410, 388.5,
    ]);
    expect(readScaleFile('nothing here\n').lines).toEqual([]);
  });

  it('R48: is judged like any weight; the same again changes nothing, and in a second session it is refused', async () => {
    const [a, b] = (await bareAnimals(world, farmId, 2)).map((one) => one.earTag);
    const text = `${a},411.5\n${b},1900\n999999999999999,300\nbroken\n`;
    const id = await start(null);
    const send = (sessionId: number) => farm.post('anm/device/weighing/file', { sessionId, name: 'scale.csv', text });
    expect((await send(id)).data).toEqual({ taken: 3, faults: [{ line: 4, text: 'broken' }] });
    const marks = (await recordsOf(id)).map((one) => one.marks);
    expect(marks[1]).toContain('outlier');
    expect(marks[2]).toEqual(['unknownTag']);
    expect((await send(id)).data.taken).toBe(0);
    expect(await recordsOf(id)).toHaveLength(3);
    expect((await send(await start(null))).bizCode).toBe('fileKnown');
  });
});

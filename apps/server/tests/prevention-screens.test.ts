import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow } from '#apps/server/testing/depot-ground.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { type Bottle, fillBox, makeBox, photoOf, prolongSeason } from '#apps/server/testing/prevention-ground.ts';
import { type Herd, newHerd } from '#apps/server/testing/season-ground.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { type ScreenName, type Snapshot, screenNames, screenPermissions } from '#modules/prevention/contract/screen.ts';
import { type DrillAt, drillCodes, drillOf } from '#modules/prevention/contract/screen-drills.ts';

const [prefecture, county, township] = [150500000000, 150521000000, 150521101000];
const levels = [prefecture, county, township];
const later = 3_000;

let world: World;
let address: string;
let worker: Person;
let leader: Person;
let herd: Herd;
let bottle: Bottle;
const streams: Listener[] = [];

beforeAll(async () => {
  world = await openWorld();
  await prolongSeason(world);
  address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  worker = await world.as('kzzq_worker1');
  leader = await world.as('tl_leader');
  bottle = await fillBox(world, await makeBox(world, 'kzzq_worker1'), 'fmdOA', 500);
  herd = await newHerd(world, 'kzzq_worker1', 60);
}, 120_000);
afterAll(async () => {
  for (const one of streams) one.cut();
  await world.close();
});

const snapshot = async (who: Person, screen: ScreenName, regionCode?: number): Promise<Snapshot> => {
  const path = `ant/screen/snapshot?screen=${screen}${regionCode ? `&regionCode=${regionCode}` : ''}`;
  const answer = await who.get<Snapshot>(path);
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200);
  return answer.data;
};

/** A stream that shows one screen of one place; answers once it has the whole. */
async function watch(username: string, screen: ScreenName, regionCode: number): Promise<Listener> {
  const who = await world.as(username);
  const stream = await Listener.open(address, who.token, { topics: 'notices' });
  streams.push(stream);
  const add = [{ topic: 'screen', params: { screen, regionCode: String(regionCode) } }];
  expect((await who.post('sys/push/subscribe', { streamId: stream.streamId, add })).code).toBe(200);
  await stream.until((one) => one.event === 'screen' && one.data.kind === 'snapshot', 10_000);
  return stream;
}

const submit = async (animalIds: readonly number[]) => {
  const answer = await worker.post('ant/visit/add', {
    clientKey: randomUUID(),
    mode: 'season',
    principalId: herd.principalId,
    visitedOn: dayFromNow(0),
    result: 'partial',
    photos: [await photoOf(world, 'kzzq_worker1')],
    lines: [{ vaccineCode: 'fmdOA', ...bottle }],
    animals: animalIds.map((animalId) => ({ animalId, result: 'done' })),
    skipRefused: true,
    clientType: 'web',
  });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as { id: number; accepted: number };
};

describe('the big screens', () => {
  it('acceptance 2 and 11: a visit of 60 moves every level within three seconds, with a pulse and a masked row; taken back, all returns', async () => {
    const before = await Promise.all(levels.map((code) => snapshot(leader, 'index', code)));
    const seen = await Promise.all(levels.map((code) => watch('tl_leader', 'index', code)));
    const visit = await submit(herd.animalIds);
    expect(visit.accepted).toBe(60);
    for (const [at, stream] of seen.entries()) {
      const had = before[at]?.values['imm.today'] ?? 0;
      const patch = await stream.until(
        (one) => one.data?.kind === 'patch' && one.data.data.values['imm.today'] !== undefined,
        later,
      );
      expect(patch.data.data.values['imm.today']).toBe(had + 60);
      const [row] = patch.data.data.rows.T;
      expect(row).toMatchObject({ id: visit.id, heads: 60 });
      expect(row.holder).toMatch(/^.\*/);
      const pulse = await stream.until((one) => one.data?.kind === 'visit', later);
      expect(pulse.data.data).toMatchObject({ regionCode: herd.village, count: 60 });
    }
    const { version } = (await worker.get(`ant/visit/${visit.id}`)).data;
    await worker.post('ant/visit/transition', {
      id: visit.id,
      version,
      name: 'takeBack',
      remark: '试验',
      clientType: 'web',
    });
    for (const [at, stream] of seen.entries()) {
      const had = before[at]?.values['imm.today'] ?? 0;
      await stream.until((one) => one.data?.kind === 'patch' && one.data.data.values['imm.today'] === had, later);
    }
  }, 60_000);

  it('acceptance 4: a county is its own root; above it is refused, what is nowhere is not found, and pulses of others never come', async () => {
    const chief = await world.as('ant_cty1');
    const own = await snapshot(chief, 'index');
    expect(own.region).toMatchObject({ code: county, root: county });
    expect((await chief.get(`ant/screen/snapshot?screen=index&regionCode=${prefecture}`)).code).toBe(403);
    expect((await chief.get('ant/screen/snapshot?screen=index&regionCode=150522000000')).code).toBe(403);
    expect((await chief.get('ant/screen/snapshot?screen=index&regionCode=159999000000')).code).toBe(404);
    const elsewhere = await world.sql<{ village: number; id: number }>(
      `select h.region_code as village, h.principal_id as id from prevention.holder h where h.tenant_no = 1505 and h.region_code < 150521000000 limit 1`,
    );
    const hears = await watch('ant_cty1', 'index', county);
    const other = await watch('tl_leader', 'index', prefecture);
    const { pulse } = await import('#modules/prevention/server/visit/effects.ts');
    const { systemScope } = await import('#kit/server/db/scope.ts');
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      pulse(tx, Number(elsewhere[0]?.village), 'visit', 7),
    );
    await other.until((one) => one.data?.kind === 'visit' && one.data.data.count === 7, later);
    expect(hears.heard.some((one) => one.data?.data?.count === 7)).toBe(false);
  }, 60_000);

  it('§1: nobody opens a screen without its permission', async () => {
    const keeper = await world.as('kzzq_worker1');
    for (const screen of screenNames.filter((one) => one !== 'stress'))
      expect((await keeper.get(`ant/screen/snapshot?screen=${screen}`)).code, screen).toBe(403);
    expect(Object.keys(screenPermissions)).toEqual([...screenNames]);
  });

  it.each(screenNames.map((name) => [name]))(
    '%s: acceptance 8 and 9: every part is there, parts add up to their parent, and nothing due is unknown and not zero',
    async (screen) => {
      for (const code of [prefecture, county]) {
        const { values, region } = await snapshot(leader, screen, code);
        expect(region.children.length).toBeGreaterThan(3);
        const additive = Object.keys(values).filter(
          (name) =>
            /\.(due|done|remaining|today|visitsToday|households|householdsDone|reactions|deaths|amount|paid|total|tagged|untagged|births|offtake)($|\.)/.test(
              name,
            ) && !/work\.today/.test(name),
        );
        for (const name of additive) {
          if (!region.children.some((one) => one.values[name] !== undefined)) continue;
          const sum = region.children.reduce((all, one) => all + (one.values[name] ?? 0), 0);
          expect(Math.round(sum * 100) / 100, `${screen} ${code} ${name}`).toBe(values[name] ?? 0);
        }
        for (const one of region.children)
          if (one.values['imm.due'] === 0) expect(one.values['imm.coverage'], one.name).toBeNull();
      }
    },
    60_000,
  );
});

const read = (data: unknown, path: string): number | null =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | null)?.[name], data) as
    | number
    | null;

/** The figure as the list behind it says it: nothing where the reader may not open that list. */
async function proved(who: Person, code: string, at: DrillAt): Promise<number | null | undefined> {
  const drill = drillOf(code, at);
  if (!drill) return undefined;
  const { proof } = drill;
  const words = (query: Readonly<Record<string, string | number>>) =>
    new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
  if ('stat' in proof) {
    const answer = await who.get(`${proof.stat}?${words(proof.query)}`);
    if (answer.code === 403) return undefined;
    expect(answer.code, `${proof.stat}: ${answer.msg}`).toBe(200);
    const told = read(answer.data, proof.read);
    return told === null || told === undefined ? told : told / (proof.scale ?? 1);
  }
  let [sum, pageNum] = [0, 1];
  for (;;) {
    const answer = await who.get<Record<string, number>[]>(
      `${proof.list}?${words({ ...drill.query, pageNum, pageSize: 200 })}`,
    );
    if (answer.code === 403) return undefined;
    expect(answer.code, `${proof.list} ${words(drill.query)}: ${answer.msg}`).toBe(200);
    if (proof.sum === 'rows') return answer.total ?? answer.data.length;
    const add = (row: Record<string, number>, fields: readonly string[]) =>
      fields.reduce((all, name) => all + Number(row[name] ?? 0), 0);
    for (const row of answer.data) sum += add(row, proof.sum) - add(row, proof.minus ?? []);
    if (answer.data.length < 200) return Math.round(sum * 100) / 100;
    pageNum += 1;
  }
}

describe('a figure never contradicts its list', () => {
  it.each(['tl_leader', 'ant_pref1', 'ant_cty1'])(
    '%s: every figure that opens a list, at every level',
    async (username) => {
      const who = await world.as(username);
      const today = dayFromNow(0);
      const told: string[] = [];
      for (const screen of screenNames)
        for (const code of username === 'ant_cty1' ? levels.slice(1) : levels) {
          const { values, season } = await snapshot(who, screen, code);
          for (const name of drillCodes) {
            if (values[name] === undefined) continue;
            const list = await proved(who, name, { regionCode: code, seasonId: season?.id ?? null, today });
            if (list === undefined) continue;
            told.push(name);
            if (list === null || values[name] === null)
              expect(values[name] ?? null, `${screen} ${code} ${name}`).toBe(list);
            else
              expect(
                Math.abs((values[name] ?? 0) - list),
                `${screen} ${code} ${name}: ${values[name]} is not ${list}`,
              ).toBeLessThan(0.0011);
          }
        }
      expect(new Set(told).size).toBeGreaterThan(10);
    },
    180_000,
  );
});

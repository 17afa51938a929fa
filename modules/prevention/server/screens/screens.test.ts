import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';
import {
  type ScreenName,
  type Snapshot,
  screenNames,
  screenPermissions,
} from '#modules/prevention/contract/screens/screen.ts';
import { type Bottle, fillBox, makeBox, photoOf, prolongSeason } from '#modules/prevention/testing/fixtures.ts';
import { agrees, figuresIn, Prover } from '#modules/prevention/testing/screen-walk.ts';
import { type Herd, newHerd } from '#modules/prevention/testing/season-fixtures.ts';

const [prefecture, county, township] = [150500000000, 150521000000, 150521101000];
const levels = [prefecture, county, township];

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
});
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
  await stream.until((one) => one.event === 'screen' && one.data.kind === 'snapshot');
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
  it('acceptance 2 and 11: a visit of 60 moves every level, with a pulse and a masked row; taken back, all returns', async () => {
    const before = await Promise.all(levels.map((code) => snapshot(leader, 'index', code)));
    const seen = await Promise.all(levels.map((code) => watch('tl_leader', 'index', code)));
    const visit = await submit(herd.animalIds);
    expect(visit.accepted).toBe(60);
    for (const [at, stream] of seen.entries()) {
      const had = before[at]?.values['imm.today'] ?? 0;
      const patch = await stream.until(
        (one) => one.data?.kind === 'patch' && one.data.data.values['imm.today'] !== undefined,
      );
      expect(patch.data.data.values['imm.today']).toBe(had + 60);
      const [row] = patch.data.data.rows.T;
      expect(row).toMatchObject({ id: visit.id, heads: 60 });
      expect(row.holder).toMatch(/^.\*/);
      const pulse = await stream.until((one) => one.data?.kind === 'visit');
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
      await stream.until((one) => one.data?.kind === 'patch' && one.data.data.values['imm.today'] === had);
    }
  });

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
    await other.until((one) => one.data?.kind === 'visit' && one.data.data.count === 7);
    expect(hears.heard.some((one) => one.data?.data?.count === 7)).toBe(false);
  });

  it('walls that share a stream are told apart, and stay when the page that hears the whole topic is closed', async () => {
    const stream = await Listener.open(address, leader.token, { topics: 'screen' });
    streams.push(stream);
    const whole = { screen: 'index6', regionCode: String(prefecture) };
    const part = { screen: 'index3', regionCode: String(township) };
    const ask = (body: object) => leader.post('sys/push/subscribe', { streamId: stream.streamId, ...body });
    await ask({ add: [whole, part].map((params) => ({ topic: 'screen', params })) });
    for (const params of [whole, part]) {
      const { data } = await stream.until(
        ({ data }) => data?.kind === 'snapshot' && data.data.screen === params.screen,
      );
      expect(data.to).toEqual([params]);
      expect(String(data.data.region.code)).toBe(params.regionCode);
    }
    const answer = await ask({ drop: [{ topic: 'screen', params: {} }] });
    expect(answer.data.topics.map((one: any) => one.params)).toEqual([whole, part]);
    const { pulse } = await import('#modules/prevention/server/visit/effects.ts');
    const { systemScope } = await import('#kit/server/db/scope.ts');
    const tell = (village: number, count: number) =>
      world.database.transaction(systemScope(1505, 'test'), (tx) => pulse(tx, village, 'visit', count));
    await tell(150521102200, 8);
    await tell(herd.village, 9);
    const told = async (count: number) =>
      (await stream.until((one) => one.data?.kind === 'visit' && one.data.data.count === count)).data.to;
    expect([await told(8), await told(9)]).toEqual([[whole], [whole, part]]);
  });

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
  );
});

/** Figures that open no list of their own, and why: by code, or by screen, panel and field. */
const alone: Readonly<Record<string, string>> = {
  'index R1.moved': 'an arrow: places gained or lost since the day began',
  'index R2.days': 'held ÷ the pace of the last days, §2: only here',
  'stock.tagRate.change': 'the arrow beside stock.tagRate',
  'stock.births.change': 'the arrow between stock.births and its year before',
  'stock.offtake.change': 'the arrow between stock.offtake and its year before',
  'index1 R1.share': 'the row’s own stock ÷ that of the whole place, both proved',
  'index1 R2.n': 'the correction is what the proved steps leave over, §3: only here',
  'index1 L2.holders': 'holders without a size cannot be asked for by it',
  'index1 L2.heads': 'as their holders',
  'work.median': 'the middle one of the workers work.mean is made of',
  'work.idle': 'workers who are in no list of work',
  'work.spotDrawn': 'spot checks have no list yet',
  'work.spotDone': 'as spotDrawn',
  'work.spotRate': 'as spotDrawn',
  'work.progress': 'own coverage of the worker of a village, proved in R1 and R2',
  'work.hasGrid': 'a yes or no for the map',
  'index2 R1.idle': 'days since a visit, not a count',
  'index2 R2.idle': 'days since a visit, not a count',
  'index15 B2.idle': 'days since a visit, not a count',
  'index2 B1.active': 'one worker is one',
  'index2 B1.out': 'of one worker: there or not',
  'index15 B1.last': 'the season of a year ago, by day number, §7: only here',
  'index3 L1.n': 'breeds below a hundredth are told together',
  'index4 R1.n': 'breeds below a hundredth are told together',
  'indexNew R1.n': 'what one happening counts; it opens its record',
  'herd.youngPer100': '§5 and §6: only here',
  'imm.forecastLate': 'days between the forecast, which is proved, and the season’s end',
  'imm.zeroVillage': 'villages are told one by one on the map',
  'imm.densityLowest': 'the lowest of imm.density by disease, which are proved',
  'lab.antibodyRate': 'the lowest of lab.antibodyRate by disease, which are proved',
  'stock.units': 'what work.load is computed from',
  risk: '§8: only here, from figures that are proved',
  'risk.gap': 'a part of risk',
  'risk.density': 'a part of risk',
  'risk.antibody': 'a part of risk',
  'risk.stress': 'a part of risk',
  'risk.signal': 'a part of risk',
  'stress L1.mean': 'the line the lots are measured by, §10',
  'stress L1.times': 'a lot’s rate ÷ that line',
  'stress C2.overdue': 'each step has its own number of days, §10: only here',
  'stress C2.days': 'the mean of what cases took, §10: only here',
};

describe('a figure never contradicts its list', () => {
  it.each(['tl_leader', 'ant_pref1', 'ant_cty1'])(
    '%s: every figure of every screen, of the place, of parts and in every row, at every level',
    async (username) => {
      const who = await world.as(username);
      const prover = new Prover(who);
      const today = dayFromNow(0);
      const proved = new Map<string, number>();
      const wrong: string[] = [];
      const unproved = new Set<string>();
      for (const screen of screenNames)
        for (const code of username === 'ant_cty1' ? levels.slice(1) : levels) {
          const seen = await snapshot(who, screen, code);
          // Parts are told alike: one reader goes through several of them, the others through one.
          const parts = seen.region.children.slice(0, username === 'tl_leader' ? 3 : 1);
          for (const { name, kind, value, drill } of figuresIn(
            { ...seen, region: { ...seen.region, children: parts } },
            today,
          )) {
            if (!drill) {
              if (!(alone[`${screen} ${kind}`] ?? alone[kind]))
                wrong.push(`${screen} ${kind} opens nothing and nobody says why`);
              continue;
            }
            const list = await prover.proved(drill.proof);
            if (list === undefined) {
              unproved.add(`${screen} ${kind}`);
              continue;
            }
            proved.set(`${screen} ${kind}`, (proved.get(`${screen} ${kind}`) ?? 0) + 1);
            if (!agrees(value, list)) wrong.push(`${screen} ${code} ${name}: ${value} is not ${list} of ${drill.page}`);
          }
        }
      expect([...new Set(wrong)].slice(0, 40)).toEqual([]);
      // What the reader may not open is proved by those who may.
      expect(proved.size, [...unproved].filter((one) => !proved.has(one)).join(', ')).toBeGreaterThan(300);
    },
  );
});

/** Somebody at a township's desk who holds one screen and nothing else. */
async function onlySheep(): Promise<Person> {
  const [role] = await world.sql<{ id: number }>(
    `insert into platform.sys_role (id, tenant_no, role_code, role_name, data_scope, status)
     select max(id) + 1, 1505, 'sheepWall', '羊屏', 'jurisdiction', 'enabled' from platform.sys_role returning id::int as id`,
  );
  await world.sql(
    `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 1505, $1, id from platform.sys_menu where permission = 'screen:sheep'`,
    [role?.id],
  );
  await world.sql(
    `delete from platform.sys_user_role where user_id = (select id from platform.sys_user where username = 'kzzq_station')`,
  );
  await world.sql(
    `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, id, $1 from platform.sys_user where username = 'kzzq_station'`,
    [role?.id],
  );
  return world.person((await world.login('kzzq_station')).data.token);
}

describe('what a wall shows follows what is held and what is done', () => {
  it('acceptance 5: with screen:sheep alone both overviews open, with the sheep in them and nothing else', async () => {
    const who = await onlySheep();
    expect((await who.get('ant/screen/snapshot?screen=index')).code).toBe(403);
    const overview = await snapshot(who, 'index6');
    expect(overview.permits).toEqual(['R3', 'stock']);
    expect(
      Object.keys(overview.rows)
        .filter((one) => one !== 'holders')
        .toSorted(),
    ).toEqual(['R3', 'R3months']);
    expectAll(Object.keys(overview.values), (one) => one.startsWith('stock.'));
    const ground = await snapshot(who, 'indexNew');
    expect(ground.permits).toEqual(['stock', 'R1']);
    const kinds = new Set(ground.rows.R1?.map((one) => one.kind));
    expectAll([...kinds], (one) => one === 'tagWear' || one === 'census');
    expectAll(Object.keys(ground.values), (one) => one.startsWith('stock.'));
  });

  it('acceptance 12: a company that is hidden is gone from the next snapshots', async () => {
    const [firm] = await world.sql<{ id: number }>(
      `select p.id::int as id from registry.principal p join prevention.holder_stock s on s.principal_id = p.id and s.species = 'cattle' and s.tagged + s.untagged > 0
       join registry.enterprise_profile e on e.principal_id = p.id where p.tenant_no = 1505 and p.show_flag and p.principal_unit_type in ('farm', 'cooperative') order by p.id desc limit 1`,
    );
    const manager = await world.as('tl_region');
    const shownIn = async () => {
      const cattle = await snapshot(leader, 'index3', prefecture);
      const overview = await snapshot(leader, 'index6', prefecture);
      const [place] = await world.sql<{ county: number }>(
        'select (region_code / 1000000 * 1000000)::float8 as county from registry.principal where id = $1',
        [firm?.id],
      );
      const ground = await snapshot(leader, 'indexNew', place?.county);
      const has = (rows: Snapshot['rows'][string] | undefined) => rows?.some((one) => one.id === firm?.id) ?? false;
      return {
        companies: has(cattle.rows.companies),
        pins: has(ground.rows.companyPins),
        shown: overview.values['ent.shown'] ?? 0,
      };
    };
    const before = await shownIn();
    expect(before).toMatchObject({ companies: true, pins: true });
    expect((await manager.get(`enterprise/data/changeShowFlag?id=${firm?.id}&showFlag=0`)).code).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await shownIn()).toEqual({ companies: false, pins: false, shown: before.shown - 1 });
  });

  it('acceptance 7: a season that is closed stays on the wall as the last one, and the day’s work goes on', async () => {
    const before = await snapshot(leader, 'index', prefecture);
    expect(before.season?.ongoing).toBe(true);
    const chief = await world.as('ant_pref1');
    const id = before.season?.id;
    for (const [name, form] of [
      ['summarise', {}],
      ['close', { summaryText: '完成' }],
    ] as const) {
      const { version } = (await chief.get(`ant/season/${id}`)).data;
      const moved = await chief.post('ant/season/transition', { id, version, name, form });
      expect(moved.code, moved.msg).toBe(200);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    for (const screen of ['index', 'index15', 'index2', 'index6'] as const) {
      const after = await snapshot(leader, screen, prefecture);
      expect(after.season, screen).toMatchObject({ id, ongoing: false });
      if (screen !== 'index2') expect(after.values['imm.coverage'], screen).toBe(before.values['imm.coverage']);
    }
    const after = await snapshot(leader, 'index', prefecture);
    expect(after.values['imm.today']).toBe(before.values['imm.today']);
    expect(after.values['imm.visitsToday']).toBe(before.values['imm.visitsToday']);
  });
});

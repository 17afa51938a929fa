import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, farmId, pen, person, unique } from '#modules/farm/testing/fixtures.ts';

/** Animals that come from elsewhere, and the isolation they come out of. */
let world: World;
let master: Person;
let second: Person;
let farm: number;
beforeAll(async () => {
  world = await openWorld();
  master = await person(world);
  await makeMaster(world, 'farm_second_master', 'farm1');
  second = world.person(await openSession(world, 'farm_second_master'));
  farm = await farmId(world);
});
afterAll(() => world.close());

let serial = 0;
const tags = (n: number) => Array.from({ length: n }, () => `2150521666${String(++serial).padStart(5, '0')}`);
async function batch(more: object = {}) {
  const isolation = await pen(world, 'isolation');
  const made = await master.post('anm/stockIn/add', {
    principalId: farm,
    kind: 'bought',
    sellerName: '某牛市',
    fromPrincipalId: null,
    originRegionCode: 150521101000,
    quarantineCertNo: null,
    vehicleNo: null,
    sentOn: null,
    head: 3,
    boughtKg: 900,
    species: 'cattle',
    breed: 'simmental',
    isolationPenId: isolation.id,
    remark: null,
    ...more,
  });
  expect(made.code, made.msg).toBe(200);
  return { id: made.data.id as number, isolationPenId: isolation.id };
}
const versionOf = async (id: number) =>
  (await world.sql('select version from farm.stock_in where id = $1', [id]))[0].version as number;
const arrive = async (id: number, lines: { tag: string; kg: number }[], more: object = {}) =>
  master.post('anm/stockIn/arrive', {
    id,
    version: await versionOf(id),
    arrivedOn: dayFromNow(0),
    lines,
    ...more,
  });

describe('an arrival', () => {
  it('R18: from another county not without its certificate, and not with other heads than on paper without a reason', async () => {
    const [elsewhere] = await world.sql<{ code: number }>(
      'select min(region_code)::float8 as code from registry.principal where tenant_no = 1505 and region_code / 1000000 = 150523',
    );
    const { id } = await batch({ originRegionCode: elsewhere?.code });
    const three = tags(3).map((tag) => ({ tag, kg: 290 }));
    expect((await arrive(id, three)).bizCode).toBe('needCertificate');
    expect((await arrive(id, three.slice(1), { quarantineCertNo: 'NM2026001' })).bizCode).toBe('headDiffers');
    const done = await arrive(id, three.slice(1), { quarantineCertNo: 'NM2026001', reason: '途中死亡一头' });
    expect(done.code, done.msg).toBe(200);
    expect(done.data.registered).toBe(2);
  });

  it('R19: what they lost on the way is told, and above eight percent it warns', async () => {
    const light = await batch();
    const lost = await arrive(
      light.id,
      tags(3).map((tag) => ({ tag, kg: 270 })),
    );
    expect(lost.data).toMatchObject({ shrinkPct: 10, shrinkHigh: true });
    const heavy = await batch();
    const kept = await arrive(
      heavy.id,
      tags(3).map((tag) => ({ tag, kg: 285 })),
    );
    expect(kept.data).toMatchObject({ shrinkPct: 5, shrinkHigh: false });
  });

  it('R20, R21: nobody comes out before every check is a fact, nor by who bought; then they move', async () => {
    const { id } = await batch();
    const read = tags(3);
    const done = await arrive(
      id,
      read.map((tag) => ({ tag, kg: 290 })),
    );
    expect(done.code, done.msg).toBe(200);
    const room = await pen(world, 'fattening');
    const ids = (
      await world.sql<{ id: number }>('select id::int as id from registry.animal where ear_tag = any ($1)', [read])
    ).map((one) => one.id);
    const out = await master.post('anm/turntable/submit', { animalIds: ids, toPenId: room.id });
    expect(out.bizCode).toBe('isolating');
    const release = async (who: Person, scannedTags: string[]) =>
      who.post('anm/stockIn/release', { id, version: await versionOf(id), scannedTags, toPenId: room.id });
    expect((await release(master, read)).bizCode).toBe('samePerson');
    expect((await release(second, read)).bizCode).toBe('isolating');
    await world.sql('update farm.stock_in set isolate_until = current_date - 2 where id = $1', [id]);
    expect((await release(second, read)).bizCode).toBe('checksOpen');
    await world.sql(
      `insert into prevention.animal_immunity (tenant_no, animal_id, disease_code, principal_id, region_code, species,
         shots, last_on, valid_until)
       select tenant_no, id, 'fmd', principal_id, region_code, species, 2, current_date - 30, current_date + 120
       from registry.animal where id = any ($1)
       on conflict (tenant_no, animal_id, disease_code) do update set last_on = excluded.last_on,
         valid_until = excluded.valid_until, shots = 2`,
      [ids],
    );
    expect((await release(second, read.slice(1))).bizCode).toBe('checksOpen');
    const free = await release(second, read);
    expect(free.code, free.msg).toBe(200);
    expect(free.data.moved).toBe(3);
    const rows = await world.sql('select pen_id::int as pen from registry.animal where id = any ($1)', [ids]);
    expect(rows.map((one) => one.pen)).toEqual([room.id, room.id, room.id]);
  });

  it('R20: dead it leaves isolation at once, with the registry’s paper', async () => {
    const { id } = await batch({ head: 1, boughtKg: 300 });
    const [tag = ''] = tags(1);
    await arrive(id, [{ tag, kg: 290 }]);
    const [animal] = await world.sql('select id::int as id from registry.animal where ear_tag = $1', [tag]);
    const failed = await master.post('anm/stockIn/fail', {
      id,
      version: await versionOf(id),
      animalId: animal.id,
      outcome: 'dead',
      reason: '应激死亡',
    });
    expect(failed.code, failed.msg).toBe(200);
    expect(failed.data.docNo).toBeTruthy();
    const [now] = await world.sql('select status from registry.animal where id = $1', [animal.id]);
    expect(now.status).toBe('dead');
  });
});

describe('a count of a pen', () => {
  it('R8: is closed when each that is missing or too many has its paper, and by heads only when they agree', async () => {
    const { id: penId, animalIds } = await pen(world, 'fattening', 4);
    const other = await pen(world, 'fattening', 1);
    const tagOf = async (ids: number[]) =>
      (
        await world.sql<{ tag: string }>('select ear_tag as tag from registry.animal where id = any ($1) order by id', [
          ids,
        ])
      ).map((one) => one.tag);
    const count = async () => {
      const made = await master.post('anm/penCount/add', { principalId: farm, penId, remark: null });
      expect(made.code, made.msg).toBe(200);
      return made.data.id as number;
    };
    const version = async (id: number) =>
      (await world.sql('select version from farm.pen_count where id = $1', [id]))[0].version;
    const close = async (id: number) =>
      master.post('anm/penCount/transition', { id, version: await version(id), name: 'resolve' });
    const first = await count();
    expect((await close(first)).bizCode).toBe('countOpen');
    const [gone] = animalIds as [number];
    const seen = [...(await tagOf(animalIds.slice(1))), ...(await tagOf(other.animalIds))];
    const scanned = await master.post('anm/penCount/scan', { id: first, version: await version(first), tags: seen });
    expect(scanned.data.missing.map((one: { animalId: number }) => one.animalId)).toEqual([gone]);
    expect(scanned.data.extra.map((one: { animalId: number }) => one.animalId)).toEqual(other.animalIds);
    expect((await close(first)).bizCode).toBe('countOpen');
    const explained = await master.post('anm/penCount/resolve', {
      id: first,
      version: await version(first),
      explanations: [
        { animalId: gone, reason: 'moved', toPenId: other.id },
        { animalId: other.animalIds[0], reason: 'moved' },
      ],
    });
    expect(explained.code, explained.msg).toBe(200);
    expect(explained.data.open).toBe(0);
    expect((await close(first)).code).toBe(200);
    const pens = await world.sql('select id::int as id, pen_id::int as pen from registry.animal where id = any ($1)', [
      [gone, other.animalIds[0]],
    ]);
    expect(pens.find((one) => one.id === gone).pen).toBe(other.id);
    const again = await count();
    const heads = async (headSeen: number) =>
      master.post('anm/penCount/scan', { id: again, version: await version(again), headSeen });
    await heads(3);
    expect((await close(again)).bizCode).toBe('countOpen');
    await heads(4);
    expect((await close(again)).code).toBe(200);
  });
});

describe('a round', () => {
  it('R36, R37: what is bad opens one task while that is open, and another one when it was seen to; reviewed by somebody else', async () => {
    const { id: penId } = await pen(world, 'fattening');
    const [template] = await world.sql(
      `insert into farm.inspection_template (tenant_no, region_code, principal_id, code, name, every_days, status)
       select tenant_no, region_code, id, $2, $2, 1, 'enabled' from registry.principal where id = $1
       returning id::int as id`,
      [farm, `R${unique()}`],
    );
    const [item] = await world.sql(
      `insert into farm.inspection_template_item (tenant_no, parent_id, line_no, text, item_type, good_answer, on_bad)
       values (1505, $1, 1, '围栏完好', 'yesNo', 'yes', 'repair') returning id::int as id`,
      [template.id],
    );
    const round = async (value: boolean) => {
      const made = await master.post('anm/inspection/add', {
        principalId: farm,
        templateId: template.id,
        penId,
        photos: [],
        remark: null,
      });
      expect(made.code, made.msg).toBe(200);
      const [row] = await world.sql('select version from farm.inspection_round where id = $1', [made.data.id]);
      const sent = await master.post('anm/inspection/submit', {
        id: made.data.id,
        version: row.version,
        answers: [{ itemId: item.id, value }],
      });
      expect(sent.code, sent.msg).toBe(200);
      return { id: made.data.id as number, version: sent.data.version as number, bad: sent.data.bad as number };
    };
    const tasks = () =>
      world.sql(
        `select id::int as id from platform.sys_task where entity = 'farm.inspectionFault' and entity_id / 1000 = $1`,
        [penId],
      );
    expect((await round(true)).bad).toBe(0);
    expect(await tasks()).toHaveLength(0);
    await round(false);
    const last = await round(false);
    expect(await tasks()).toHaveLength(1);
    await world.sql(`update platform.sys_task set status = 'done' where entity = 'farm.inspectionFault'`);
    await round(false);
    expect(await tasks()).toHaveLength(2);
    const review = (who: Person) =>
      who.post('anm/inspection/transition', { id: last.id, version: last.version, name: 'review', remark: '已看' });
    expect((await review(master)).bizCode).toBe('samePerson');
    expect((await review(second)).code).toBe(200);
  });
});

describe('chips', () => {
  it('R9: a reader’s file is taken row by row: an unknown tag and a chip that is worn are named, the rest is saved', async () => {
    const { animalIds } = await pen(world, 'fattening', 2);
    const worn = await world.sql<{ tag: string }>(
      'select ear_tag as tag from registry.animal where id = any ($1) order by id',
      [animalIds],
    );
    const chip = `15600000${String(Date.now()).slice(-7)}`;
    const pairs = [
      { tag: worn[0]?.tag, chip },
      { tag: worn[1]?.tag, chip },
      { tag: '999999999999999', chip: `${chip.slice(0, 14)}9` },
    ];
    const told = (await master.post('anm/chipShift/check', { pairs })).data as { ok: boolean; code: string | null }[];
    expect(told.map((one) => one.code)).toEqual([null, 'chipUsed', 'unknownTag']);
    const [before] = await world.sql(`select 1 from registry.animal_tag where tag_no = $1`, [chip]);
    expect(before).toBeUndefined();
    const saved = await master.post('anm/chipShift/submit', { pairs });
    expect(saved.data.saved).toBe(1);
    const [after] = await world.sql('select animal_id::int as id from registry.animal_tag where tag_no = $1', [chip]);
    expect(after.id).toBe(animalIds.toSorted((a, b) => a - b)[0]);
  });
});

describe('a scheme', () => {
  it('R7: drawn up anew it runs instead of the old one, whose animals keep their stage until the next', async () => {
    const [running] = await world.sql(
      `select s.id::int as id, s.version, (select count(*)::int from farm.farm_animal f where f.scheme_id = s.id
         and f.status = 'live') as head
       from farm.cycle_scheme s where s.principal_id = $1 and s.status = 'active' order by 3 desc limit 1`,
      [farm],
    );
    expect(running.head).toBeGreaterThan(0);
    const edited = await master.post('anm/cycleScheme/edit', {
      id: running.id,
      version: running.version,
      name: '改名',
    });
    expect(edited.code).not.toBe(200);
    const copy = await master.post('anm/cycleScheme/copy', { id: running.id });
    expect(copy.code, copy.msg).toBe(200);
    const [draft] = await world.sql('select version from farm.cycle_scheme where id = $1', [copy.data.id]);
    const stages = () =>
      world.sql(
        `select animal_id, stage_id from farm.farm_animal where principal_id = $1 and status = 'live' order by 1`,
        [farm],
      );
    const before = await stages();
    const activated = await master.post('anm/cycleScheme/transition', {
      id: copy.data.id,
      version: draft.version,
      name: 'activate',
    });
    expect(activated.code, activated.msg).toBe(200);
    expect(await stages()).toEqual(before);
    const states = await world.sql(
      'select id::int as id, status from farm.cycle_scheme where id = any ($1) order by id',
      [[running.id, copy.data.id]],
    );
    expect(states.map((one) => one.status)).toEqual(['stopped', 'active']);
  });
});

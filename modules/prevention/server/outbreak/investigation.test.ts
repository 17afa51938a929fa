import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, inStock } from '#modules/depot/testing/fixtures.ts';
import { draftInvestigation, zonesHit } from '#modules/prevention/server/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world?.close();
});

interface Holder {
  readonly id: number;
  readonly region: number;
  readonly longitude: number;
  readonly latitude: number;
}

/** A household of the county with stock and a place. */
const holdersWithStock = (county: number, limit: number) =>
  world.sql<Holder>(
    `select p.id::int as id, p.region_code::float8 as region, p.longitude, p.latitude from registry.principal p
     where p.tenant_no = 1505 and p.region_code / 1000000 = $1 and p.longitude is not null and p.status = 'active' and p.principal_unit_type = 'household'
       and exists (select 1 from registry.animal a where a.principal_id = p.id and a.status = 'inStock' and not a.quarantined and not a.pledged) order by p.id limit $2`,
    [county, limit],
  );

const staffOf = async (county: number) =>
  (
    await world.sql<{ id: number }>(
      `select s.id::int as id from registry.staff s join registry.principal p on p.id = s.principal_id where p.region_code / 1000000 = $1 and s.status = 'active'
         and p.principal_unit_type in ('authority', 'preventionStation') order by s.id limit 3`,
      [county],
    )
  ).map((one) => one.id);

const versionOf = async (table: string, id: number) =>
  (await world.sql<{ version: number }>(`select version from prevention.${table} where id = $1`, [id]))[0]?.version;

describe('an investigation (acceptance 16, second half)', () => {
  let id: number;
  let index: Holder;
  let contacts: Holder[];

  it('R46: is drafted once for a holder and disease, with the holder as index, and waits for the county', async () => {
    [index, ...contacts] = (await holdersWithStock(150521, 3)) as [Holder, ...Holder[]];
    const draft = () =>
      inStock(world, (tx) =>
        draftInvestigation(tx, {
          type: 'emergency',
          diseaseCode: 'brucellosis',
          indexPrincipalId: index.id,
          sourceRef: { entity: 'prevention.sampleResult', id: 1 },
        }),
      );
    id = await draft();
    expect(await draft()).toBe(id);
    const county = await world.as('ant_cty1');
    const { data } = await county.get(`ant/investigationAction/${id}`);
    expect(data).toMatchObject({
      status: 'draft',
      indexPrincipalId: index.id,
      points: 1,
      infectedKm: 3,
      threatenedKm: 10,
    });
    const tasks = await world.sql(
      `select 1 from platform.sys_task where entity = 'prevention.investigationAction' and entity_id = $1 and status = 'open'`,
      [id],
    );
    expect(tasks).toHaveLength(1);
  });

  it('is issued only with a leader and a team; contacts are added as points', async () => {
    const county = await world.as('ant_cty1');
    const refused = await county.post('ant/investigationAction/transition', {
      id,
      version: await versionOf('investigation_action', id),
      name: 'issue',
      form: { wholeStock: true },
    });
    expect(refused).toMatchObject({ code: 500, bizCode: 'noTeam' });
    const [leaderId, ...team] = await staffOf(150521);
    const edited = await county.post('ant/investigationAction/edit', {
      id,
      version: await versionOf('investigation_action', id),
      name: '布病应急',
      type: 'emergency',
      diseaseCode: 'brucellosis',
      indexPrincipalId: index.id,
      suspectedOn: dayFromNow(-1),
      leaderId,
      teamIds: team,
      areas: [],
      startDate: dayFromNow(0),
    });
    expect(edited.code).toBe(200);
    const added = await county.post('ant/investigationInfo/addPoints', {
      actionId: id,
      role: 'contact',
      principalIds: contacts.map((one) => one.id),
    });
    expect(added.data).toEqual({ added: 2 });
    const [far] = await holdersWithStock(150523, 1);
    const outside = await county.post('ant/investigationInfo/addPoints', {
      actionId: id,
      role: 'contact',
      principalIds: [far?.id],
    });
    expect(outside.code).not.toBe(200);
  });

  it('R46: issuing an emergency may hold the whole susceptible stock of the index, and the registry lets none of it go', async () => {
    const county = await world.as('ant_cty1');
    const issued = await county.post('ant/investigationAction/transition', {
      id,
      version: await versionOf('investigation_action', id),
      name: 'issue',
      form: { wholeStock: true },
    });
    expect(issued).toMatchObject({ code: 200, data: { status: 'issued' } });
    const [held] = await world.sql<{ all: number; held: number }>(
      `select count(*)::int as all, (count(*) filter (where quarantined))::int as held from registry.animal where principal_id = $1 and status = 'inStock' and voided_at is null`,
      [index.id],
    );
    expect(held?.held).toBe(held?.all);
    expect(held?.all).toBeGreaterThan(0);
    const [animal] = await world.sql<{ id: number }>(
      `select id::int as id from registry.animal where principal_id = $1 and status = 'inStock' and pending_change_id is null limit 1`,
      [index.id],
    );
    const station = await world.as('kzzq_station');
    const sold = await station.post('pri/animal/change/submit', {
      changeType: 'saleOut',
      animalIds: [animal?.id],
      happenedOn: dayFromNow(0),
      purpose: 'market',
    });
    expect(sold).toMatchObject({ bizCode: 'quarantined' });
  });

  it('R47: the rings list who stands inside, what is unprotected, what moved and what vaccine is needed', async () => {
    const county = await world.as('ant_cty1');
    const { data } = await county.post(`ant/investigationAction/${id}/zone`, {
      lat: index.latitude,
      lon: index.longitude,
      radii: [3, 40],
    });
    const km = ({ longitude, latitude }: Holder) => {
      const rad = Math.PI / 180;
      const a =
        Math.sin(((latitude - index.latitude) * rad) / 2) ** 2 +
        Math.cos(latitude * rad) *
          Math.cos(index.latitude * rad) *
          Math.sin(((longitude - index.longitude) * rad) / 2) ** 2;
      return 12742 * Math.asin(Math.sqrt(a));
    };
    const all = await world.sql<Holder>(
      `select id::int as id, longitude, latitude from registry.principal where tenant_no = 1505 and region_code / 1000000 = 150521 and longitude is not null
         and principal_unit_type in ('household', 'farm', 'cooperative') and status in ('active', 'suspended')`,
    );
    const inside = all.filter((one) => km(one) <= 40).map((one) => one.id);
    expect(data.list.map((one: Holder) => one.id).toSorted()).toEqual(inside.toSorted());
    expect(data.rings.map((one: { km: number }) => one.km)).toEqual([3, 40]);
    expect(data.total.holders).toBe(inside.length);
    const [own] = data.list.filter((one: Holder) => one.id === index.id);
    const [stock] = await world.sql<{ cattle: number; heads: number; doses: number }>(
      `select coalesce(sum(tagged + untagged) filter (where species = 'cattle'), 0)::int as cattle, sum(tagged + untagged)::int as heads,
         sum((tagged + untagged) * case species when 'cattle' then 5 else 1 end)::int as doses from prevention.holder_stock where principal_id = $1`,
      [index.id],
    );
    expect(own).toMatchObject({ ring: 0, km: 0, role: 'index', cattle: stock?.cattle });
    expect(own.unprotected).toBeLessThanOrEqual(stock?.heads ?? 0);
    expect(own.doses).toBeLessThanOrEqual(stock?.doses ?? 0);
    const version = await versionOf('investigation_action', id);
    const rings = { id, version, lat: index.latitude, lon: index.longitude, infectedKm: 5, threatenedKm: 20 };
    expect((await county.post('ant/investigationAction/keepZone', rings)).code).toBe(200);
    // Drawn on what somebody else has changed since.
    const stale = await county.post('ant/investigationAction/keepZone', { ...rings, infectedKm: 9 });
    expect(stale.code).toBe(409);
    const hits = await inStock(world, (tx) =>
      zonesHit(tx, { longitude: index.longitude, latitude: index.latitude + 0.09 }, dayFromNow(0)),
    );
    expect(hits.find((one) => one.actionId === id)).toMatchObject({ ring: 'threatened' });
  });

  it('is filled section by section, refused while answers are missing, and shown to the holder after review only', async () => {
    const county = await world.as('ant_cty1');
    const list = await county.get(`ant/investigationInfo/list?actionId=${id}&role=index`);
    const info = list.data[0];
    const { data: known } = await county.get(`ant/investigationInfo/prepare?id=${info.id}`);
    expect(known.stock.length).toBeGreaterThan(0);
    const early = await county.post('ant/investigationInfo/transition', {
      id: info.id,
      version: info.version,
      name: 'submit',
    });
    expect(early).toMatchObject({ code: 500, bizCode: 'incomplete' });
    const [investigator] = await staffOf(150521);
    const saved = await county.post('ant/investigationInfo/save', {
      id: info.id,
      version: info.version,
      visitedOn: dayFromNow(0),
      investigators: [investigator],
      ill: 2,
      answers: {
        keeping: 'mixed',
        immunityComplete: true,
        signsSeen: ['abortion'],
        neighboursIll: false,
        disinfection: 'weekly',
        likelySource: 'boughtIn',
        opinion: '流产',
      },
      movesOut: [{ on: dayFromNow(-5), principalId: contacts[0]?.id, species: 'cattle', head: 2 }],
    });
    expect(saved.code).toBe(200);
    const shown = () =>
      world.sql<{ shownTo: number | null }>(
        'select shown_to::int as "shownTo" from prevention.investigation_info where id = $1',
        [info.id],
      );
    const submitted = await county.post('ant/investigationInfo/transition', {
      id: info.id,
      version: saved.data.version,
      name: 'submit',
    });
    expect(submitted.data.status).toBe('submitted');
    expect((await shown())[0]?.shownTo).toBeNull();
    expect((await county.get(`ant/investigationAction/${id}`)).data.status).toBe('ongoing');
    await county.post('ant/investigationInfo/transition', {
      id: info.id,
      version: submitted.data.version,
      name: 'review',
    });
    expect((await shown())[0]?.shownTo).toBe(index.id);
    const { data: trace } = await county.get(`ant/investigationAction/trace?id=${id}`);
    expect(trace.moves).toContainEqual(
      expect.objectContaining({ from: `p${index.id}`, to: `p${contacts[0]?.id}`, head: 2 }),
    );
  });

  it('R46: concluding as excluded clears what the action set, and nothing else', async () => {
    const county = await world.as('ant_cty1');
    const [other] = await world.sql<{ id: number }>(
      `select id::int as id from registry.animal where principal_id = $1 and status = 'inStock' order by id limit 1`,
      [index.id],
    );
    await world.sql(
      `insert into registry.animal_flag (tenant_no, animal_id, flag, source, since_on) values (1505, $1, 'quarantined', 'prevention.sampleResult:9', current_date)`,
      [other?.id],
    );
    const concluded = await county.post('ant/investigationAction/transition', {
      id,
      version: await versionOf('investigation_action', id),
      name: 'conclude',
      form: { conclusion: 'excluded' },
    });
    expect(concluded).toMatchObject({ code: 200, data: { status: 'concluded' } });
    const held = await world.sql<{ id: number }>(
      `select id::int as id from registry.animal where principal_id = $1 and status = 'inStock' and quarantined`,
      [index.id],
    );
    expect(held.map((one) => one.id)).toEqual([other?.id]);
  });

  it('shows a holding traced to another county, and its action, to that county alone', async () => {
    const prefecture = await world.as('ant_pref1');
    const { data } = await prefecture.get('ant/investigationAction/list?status=ongoing&type=emergency');
    const demo = data.find((one: { regionCode: number }) => Math.floor(one.regionCode / 1e6) === 150526);
    expect(demo).toMatchObject({ points: 6 });
    const { data: trace } = await prefecture.get(`ant/investigationAction/trace?id=${demo.id}`);
    expect(trace.moves.length).toBeGreaterThan(1);
    const county = await world.as('ant_cty1');
    expect((await county.get(`ant/investigationAction/${demo.id}`)).code).toBe(404);
  });
});

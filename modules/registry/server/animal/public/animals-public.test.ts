import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { frameOrigins } from './public-animal.ts';

/** What anybody may know of an animal, and the book of its holder: acceptance 14, 15 and the check of the registry's §7. */
let world: World;
let address = 0;

const ask = async (query: string, ip = `10.77.0.${++address}`) => {
  const answer = await world.app.inject({
    url: `/api/public/animal/detail?${query}`,
    headers: { 'x-forwarded-for': ip, 'accept-language': 'zh-CN' },
    remoteAddress: '127.0.0.1',
  });
  return { raw: answer.body, headers: answer.headers, ...answer.json() };
};
const animalOf = async (type: string) =>
  (
    await world.sql<Record<string, string>>(
      `select a.ear_tag, a.animal_uid, p.id::text, p.principal_unit_name as name, p.contact_name, p.contact_phone_mask as phone, r.name as village, t.name as town
       from registry.animal a join registry.principal p on p.id = a.principal_id join platform.sys_region r on r.code = p.region_code
       join platform.sys_region t on t.code = r.parent_code where p.principal_unit_type = $1 and a.status = 'inStock' and a.tenant_no = 1505 order by a.id limit 1`,
      [type],
    )
  )[0] as Record<string, string>;

beforeAll(async () => {
  world = await openWorld({ pool: 4 });
});
afterAll(() => world.close());

describe('the public animal', () => {
  it('acceptance 14, R58: the whole answer holds no name, phone, village or price of a household, and only the fields agreed', async () => {
    const one = await animalOf('household');
    await world.sql(
      `insert into registry.animal_change_money (tenant_no, entity, entity_id, principal_id, cents) values (1505, 'change', 987654, $1, 4217700)`,
      [one.id],
    );
    const { raw, data, headers } = await ask(`tag=${one.ear_tag}`);
    for (const hidden of [one.name, one.contact_name, one.phone, one.village, one.town, '42177', 'principal', 'policy'])
      expect(raw, String(hidden)).not.toContain(hidden);
    expect(raw).not.toMatch(/(?<!\d)1[3-9]\d[\d*]{8}(?!\d)/);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(data)).toEqual(
      'tagNo tagReplaced species breedName sexName birthMonth stageName state countyName originCountyName holderName photoUrl immunities quarantine slaughter line chain tenantTitle tenantLogo'.split(
        ' ',
      ),
    );
    expect(data).toMatchObject({ tagNo: one.ear_tag, state: 'inStock', holderName: null, chain: { ok: true } });
    expect(data.line.map((event: { kind: string }) => event.kind)).toContain('tagWorn');
    expect((await ask(`c=${one.animal_uid}`)).data).toEqual(data);
  });

  it('says of each shot whether it still protects: the last one against a disease, as long as it holds', async () => {
    const [one] = await world.sql<{ ear_tag: string; animal_id: number; visits: number }>(
      `select a.ear_tag, a.id::int as animal_id, count(distinct i.visit_id)::int as visits
       from registry.animal a join prevention.immunisation_animal i on i.tenant_no = a.tenant_no and i.animal_id = a.id and i.counted and i.result = 'done'
       where a.tenant_no = 1505 and exists (select 1 from prevention.animal_immunity m where m.tenant_no = a.tenant_no and m.animal_id = a.id and m.valid_until >= current_date + 1)
       group by a.id having count(distinct i.visit_id) > 2 order by a.id limit 1`,
    );
    const shots = async () => (await ask(`tag=${one?.ear_tag}`)).data.immunities as { month: string; valid: boolean }[];
    const before = await shots();
    expect(before).toHaveLength(one?.visits ?? -1);
    expect(before.at(-1)).toMatchObject({ valid: true });
    expect(before[0]).toMatchObject({ valid: false });
    await world.sql('update prevention.animal_immunity set valid_until = current_date - 2 where animal_id = $1', [
      one?.animal_id,
    ]);
    expect((await shots()).some((shot) => shot.valid)).toBe(false);
  });

  it('a former number finds the animal and says that it was replaced', async () => {
    const [row] = await world.sql(
      `select t.tag_no, a.ear_tag from registry.animal_tag t join registry.animal a on a.id = t.animal_id where t.removed_on is not null limit 1`,
    );
    expect((await ask(`tag=${row.tag_no}`)).data).toMatchObject({ tagNo: row.ear_tag, tagReplaced: true });
  });

  it('R59: an enterprise is named only where it shows itself and its parameter says so', async () => {
    const one = await animalOf('farm');
    const name = async () => (await ask(`tag=${one.ear_tag}`)).data.holderName;
    await world.sql('update registry.principal set show_flag = true where id = $1', [one.id]);
    expect(await name()).toBeNull();
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values (1505, $1, 'public_holder_show', '1')`,
      [one.id],
    );
    expect(await name()).toBe(one.name);
    await world.sql('update registry.principal set show_flag = false where id = $1', [one.id]);
    expect(await name()).toBeNull();
  });

  it('R60: unknown and voided codes get the same answer; hits are counted by county and day', async () => {
    const one = await animalOf('cooperative');
    const unknown = await ask('tag=215050299999999');
    expect(unknown).toMatchObject({ code: 404, data: null, msg: '未查询到该编码的信息' });
    const hitsNow = async () =>
      (
        await world.sql(
          'select coalesce(sum(hits), 0)::int as hits from registry.public_query_day where tenant_no = 1505',
        )
      )[0].hits;
    const hits = await hitsNow();
    await ask(`tag=${one.ear_tag}`);
    expect(await hitsNow()).toBe(hits + 1);
    await world.sql('update registry.animal set voided_at = now() where ear_tag = $1', [one.ear_tag]);
    const voided = await ask(`tag=${one.ear_tag}`);
    expect({ ...voided, traceId: '', raw: '', headers: {} }).toEqual({ ...unknown, traceId: '', raw: '', headers: {} });
    expect((await ask("c=' or 1=1 --")).data).toBeNull();
    await world.sql('update registry.animal set voided_at = null where ear_tag = $1', [one.ear_tag]);
  });

  it('R60: the 31st question of a minute is refused, and so is guessing', async () => {
    const one = await animalOf('household');
    const wait = 60_000 - (Date.now() % 60_000);
    if (wait < 8_000) await new Promise((resolve) => setTimeout(resolve, wait));
    for (let n = 0; n < 30; n += 1) expect((await ask(`tag=${one.ear_tag}`, '10.88.0.1')).code).toBe(200);
    expect((await ask(`tag=${one.ear_tag}`, '10.88.0.1')).code).toBe(429);
    for (let n = 0; n < 10; n += 1) await ask(`tag=2150502999999${10 + n}`, '10.88.0.2');
    expect(await ask(`tag=${one.ear_tag}`, '10.88.0.2')).toMatchObject({ bizCode: 'needCaptcha', data: null });
  });

  it('a changed event turns the verdict', async () => {
    const one = await animalOf('household');
    const [row] = await world.sql('select id, tenant_no from registry.animal where ear_tag = $1', [one.ear_tag]);
    await world.sql('alter table registry.animal_event disable trigger user');
    await world.sql(`update registry.animal_event set happened_on = happened_on - 1 where animal_id = $1 and seq = 1`, [
      row.id,
    ]);
    expect((await ask(`tag=${one.ear_tag}`)).data.chain.ok).toBe(false);
    await world.sql(`update registry.animal_event set happened_on = happened_on + 1 where animal_id = $1 and seq = 1`, [
      row.id,
    ]);
    await world.sql('alter table registry.animal_event enable trigger user');
  });

  it('acceptance 15: only origins the holder or a unit above it names may frame the page', async () => {
    const one = await animalOf('farm');
    const query = { tag: one.ear_tag as string };
    expect(await frameOrigins(world.database, query)).toEqual([]);
    await world.sql(
      `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value)
       values (1505, $1, 'iframe_allowed_origins', 'https://shop.example, javascript:alert(1) https://b.example:8443')`,
      [one.id],
    );
    expect(await frameOrigins(world.database, query)).toEqual(['https://shop.example', 'https://b.example:8443']);
    expect(await frameOrigins(world.database, { tag: '215050299999999' })).toEqual([]);
  });
});

describe('the stock book', () => {
  it('R56, §7: for every holder, kind and stage the book says what is there, and every line adds up', async () => {
    const differences = await world.sql(
      `select coalesce(x.principal_id, d.principal_id) as id, x.n, d.n as book from
         (select principal_id, species, stage, count(*)::int as n from registry.animal where status = 'inStock' and voided_at is null group by 1, 2, 3) x
         full join (select principal_id, species, stage, sum(net)::int as n from registry.holder_stock_day group by 1, 2, 3 having sum(net) <> 0) d
         using (principal_id, species, stage) where x.n is distinct from d.n`,
    );
    expect(differences).toEqual([]);
    const farm = await world.as('farm1');
    const { data } = await farm.get('pri/ledger/list?from=2024-01-01&to=2030-01-01&by=month');
    expect(data.counted).toBe(data.closing);
    expect(data.rows.length).toBeGreaterThan(2);
    const into = ['born', 'bought', 'transferIn', 'stageIn', 'recovered'];
    const out = ['transferOut', 'sold', 'slaughtered', 'died', 'culled', 'missing', 'voided', 'stageOut'];
    for (const row of data.rows) {
      const sum = (names: string[]) => names.reduce((total, name) => total + row[name], 0);
      expect(row.opening + sum(into) - sum(out)).toBe(row.closing);
    }
  });

  it('R43: who turns six months old moves from one line of the book to another, and is counted once', async () => {
    const [row] = await world.sql(
      `select count(*)::int as n from registry.animal where status = 'inStock' and stage in ('calf', 'lamb') and birth_date <= date '2026-10-15' - interval '6 months'`,
    );
    expect(row.n).toBe(0);
    const [moved] = await world.sql(
      'select sum(stage_in)::int as came, sum(stage_out)::int as went from registry.holder_stock_day',
    );
    expect(moved.came).toBeGreaterThan(0);
    expect(moved.came).toBe(moved.went);
  });

  it('a figure of the book opens as many animals as it says', async () => {
    const farm = await world.as('farm1');
    const range = 'from=2024-01-01&to=2030-01-01&by=month';
    const { data } = await farm.get(`pri/ledger/list?${range}`);
    for (const column of ['born', 'sold']) {
      const said = data.rows.reduce((sum: number, row: Record<string, number>) => sum + (row[column] ?? 0), 0);
      const { data: animals } = await farm.get(`pri/ledger/animals?${range}&column=${column}`);
      expect(animals.length, column).toBe(said);
    }
  });
});

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobEnded, rowsOf } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';

/** Counts that villages send in as workbooks. */
let world: World;
let station: Person;
let roundId: number;
let bare: Holder[];
let herd: Holder & { calves: number; others: number };
const township = 150521101000;
const round = '导入试验';

interface Holder {
  readonly id: number;
  readonly name: string;
  readonly village: string;
}
type Line = Partial<Record<string, string>>;

const header = [
  '村',
  '养殖户名称',
  '户编号或电话',
  '任务名称',
  '普查日期*',
  '入户普查人',
  '牛·犊牛·挂标',
  '牛·犊牛·未挂标',
].concat(['牛·成年母牛·挂标', '绵羊·羔羊·未挂标', '未见耳标号']);
const line = (holder: Holder, more: Line = {}): Line => ({
  村: holder.village,
  养殖户名称: holder.name,
  任务名称: round,
  '普查日期*': dayFromNow(0),
  ...more,
});

async function send(lines: readonly Line[], mode = 'commit', person = station) {
  const rows = lines.map((one) => header.map((name) => one[name] ?? null));
  const columns = header.map((name) => ({ header: name, kind: 'text' as const }));
  const file = await buffer(writeWorkbook([{ name: 'x', columns, rows: [rows] }]));
  const sent = await world.upload(person, 'ant/censusSheet/import', file, { mode, again: 'true' }, 'census.xlsx');
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  return jobEnded(person, sent.data.jobId);
}
const told = async (job: { id: number }): Promise<[number, string][]> =>
  (await station.get(`sys/job/errors/${job.id}`)).data.map(
    (one: { rowNo: number; reasons: { msg: string }[] }) => [one.rowNo, one.reasons[0]?.msg] as const,
  );
const sheetOf = async (holder: Holder) =>
  (
    await world.sql(
      'select id::int, version, status, untagged, tagged_seen, cattle, sheep, empty, staff_id::int, counted_by::int from prevention.census_sheet where round_id = $1 and principal_id = $2',
      [roundId, holder.id],
    )
  )[0];

beforeAll(async () => {
  world = await openWorld({ worker: true });
  station = await world.as('kzzq_station');
  const county = await world.as('ant_cty1');
  const added = await county.post('ant/censusRound/add', {
    name: round,
    year: 2026,
    regionCode: 150521000000,
    countDate: dayFromNow(0),
    startDate: dayFromNow(-3),
    endDate: dayFromNow(20),
    species: ['cattle', 'sheep'],
  });
  roundId = added.data.id;
  await county.post('ant/censusRound/transition', { id: roundId, version: added.data.version, name: 'publish' });
  const kept = `(select count(*) from registry.animal a where a.principal_id = p.id and a.status = 'inStock' and a.in_herd and a.voided_at is null and a.species in ('cattle', 'sheep'))`;
  const households = (order: string, most: number) =>
    world.sql<Holder>(
      `select p.id::int, p.principal_unit_name as name, g.name as village from registry.principal p join platform.sys_region g on g.code = p.region_code
       where p.tenant_no = 1505 and p.region_code >= $1 and p.region_code < $1 + 1000 and p.status = 'active' and p.principal_unit_type = 'household'
         and 1 = (select count(*) from registry.principal o where o.tenant_no = p.tenant_no and o.principal_unit_name = p.principal_unit_name)
       order by ${kept} ${order}, p.id limit $2`,
      [township, most],
    );
  // Three whose book is empty, and one that keeps a herd.
  bare = await households('asc', 3);
  await world.sql('update registry.animal set in_herd = false where principal_id = any ($1)', [
    bare.map((one) => one.id),
  ]);
  const [own] = await households('desc', 1);
  const [n] = await world.sql<{ n: number }>(`select ${kept}::int as n from registry.principal p where p.id = $1`, [
    own?.id,
  ]);
  herd = { ...(own as Holder), calves: 1, others: (n?.n ?? 0) - 1 };
});
afterAll(() => world?.close());

it('comes with the households nobody has counted, each of which it finds again; without heads none is counted', async () => {
  const { bytes } = await world.download(station, 'ant/censusSheet/importTemplate', null);
  const [, ...rows] = await rowsOf(bytes);
  const [one] = bare as [Holder];
  expect(rows.find((row) => row[1] === one.name)).toEqual(
    expect.arrayContaining([expect.stringContaining(one.village), one.name, round, dayFromNow(0)]),
  );
  const sent = await world.upload(station, 'ant/censusSheet/import', bytes, { mode: 'check' }, 'census.xlsx');
  const job = await jobEnded(station, sent.data.jobId);
  expect(job).toMatchObject({ done: rows.length, failedRows: rows.length });
  const refused = (await station.get(`sys/job/errors/${job.id}`)).data as { reasons: { field: string }[] }[];
  expect(new Set(refused.flatMap((line) => line.reasons.map((reason) => reason.field)))).toEqual(new Set(['lines']));
});

it('counts good rows as the form does and tells of every bad row by line and reason; a check writes nothing', async () => {
  const [one, two, three] = bare as [Holder, Holder, Holder];
  const [staff] = await world.sql<{ id: number; name: string }>(
    `select s.id::int, s.name from registry.staff s where s.tenant_no = 1505 and s.region_code >= ${township} and s.region_code < ${township + 1000} and s.status = 'active'
       and 1 = (select count(*) from registry.staff o where o.tenant_no = s.tenant_no and o.name = s.name) order by s.id desc limit 1`,
  );
  const [stranger] = await world.sql<Holder>(
    `select p.id::int, p.principal_unit_name as name, g.name as village from registry.principal p join platform.sys_region g on g.code = p.region_code
     where p.tenant_no = 1505 and p.region_code / 1000000 = 150523 and p.principal_unit_type = 'household' order by p.id limit 1`,
  );
  const [namesake] = await world.sql<Holder>(
    `update registry.principal set principal_unit_name = '同名户' where id in
       (select p.id from registry.principal p where p.tenant_no = 1505 and p.region_code = (select region_code from registry.principal where id = $1) and p.status = 'active'
          and p.principal_unit_type = 'household' and p.id <> all ($2) order by p.id limit 2)
     returning id::int, principal_unit_name as name, $3::text as village`,
    [herd.id, [herd, ...bare].map((holder) => holder.id), herd.village],
  );
  const phone = '13900004321';
  await world.sql('update registry.principal set contact_phone_hash = $2 where id = $1', [
    herd.id,
    searchHash(phone, 1505),
  ]);
  const good = [
    line(one, { 牛·犊牛·未挂标: '3', 绵羊·羔羊·未挂标: '12', 入户普查人: staff?.name as string }),
    line(two, { 户编号或电话: String(two.id), 养殖户名称: '', 村: '', 牛·犊牛·未挂标: '0' }),
    line(herd, { 户编号或电话: phone, 牛·犊牛·挂标: String(herd.calves), 牛·成年母牛·挂标: String(herd.others) }),
  ];
  const bad = [
    line(one, { 牛·犊牛·未挂标: '9' }),
    line({ ...three, name: '没有这一户' }, { 牛·犊牛·未挂标: '1' }),
    line(three),
    line(three, { 牛·犊牛·挂标: '5' }),
    line(three, { '普查日期*': dayFromNow(1), 牛·犊牛·未挂标: '1' }),
    line(three, { 牛·犊牛·未挂标: '两头' }),
    line(three, { 入户普查人: '查无此人', 牛·犊牛·未挂标: '1' }),
    line(three, { 村: '别的村', 牛·犊牛·未挂标: '1' }),
    line(stranger as Holder, { 牛·犊牛·未挂标: '1' }),
    line(namesake as Holder, { 牛·犊牛·未挂标: '1' }),
  ];
  const checked = await send([...good, ...bad], 'check');
  expect(checked).toMatchObject({ status: 'partly', done: 13, failedRows: 10 });
  expect(await sheetOf(one)).toMatchObject({ status: 'todo', version: 0 });
  const saved = await send([...good, ...bad]);
  expect(saved).toMatchObject({ status: 'partly', failedRows: 10, hasErrors: true });
  const nobody = '辖区内没有这一户，请核对编号、名称和村';
  expect(await told(saved)).toEqual([
    [5, '该户在文件中出现了两次'],
    [6, nobody],
    [7, '没有填写任何头数；没有饲养的户请至少填一个0'],
    [8, '实见挂标5头，按未见与外来耳标应为0头'],
    [9, '日期超出允许范围'],
    [10, '请填整数'],
    [11, '没有这名在岗人员'],
    [12, nobody],
    [13, nobody],
    [14, '有多户相符，请再填写村、户编号或联系电话'],
  ]);
  const { userId } = (
    await world.sql(`select id::int as "userId" from platform.sys_user where username = 'kzzq_station'`)
  )[0];
  expect(await sheetOf(one)).toMatchObject({
    status: 'counted',
    untagged: 15,
    cattle: 3,
    sheep: 12,
    staff_id: staff?.id,
    counted_by: userId,
  });
  expect(await sheetOf(two)).toMatchObject({ status: 'counted', empty: true });
  expect(await sheetOf(herd)).toMatchObject({ status: 'counted', tagged_seen: herd.calves + herd.others });
  expect(await sheetOf(three)).toMatchObject({ status: 'todo' });
  // R40 holds for a file too: who brought it does not check it.
  const { id, version } = await sheetOf(one);
  const own = await station.post('ant/censusSheet/check', { items: [{ id, version }] });
  expect(own.data[0]).toMatchObject({ ok: false, msg: '不能由同一人办理' });
});

it('changes nothing more when the same file comes again; other numbers are a new count', async () => {
  const one = bare[0] as Holder;
  const before = await sheetOf(one);
  const [staff] = await world.sql<{ name: string }>('select name from registry.staff where id = $1', [before.staff_id]);
  const same = line(one, {
    牛·犊牛·未挂标: '3',
    绵羊·羔羊·未挂标: '12',
    入户普查人: staff?.name as string,
  });
  const logged = async () =>
    (
      await world.sql(
        `select count(*)::int as n from kit.oper_log where entity = 'censusSheet' and action = 'transition'`,
      )
    )[0].n;
  const lines = await logged();
  expect(await send([same])).toMatchObject({ status: 'succeeded', failedRows: 0 });
  expect(await sheetOf(one)).toEqual(before);
  expect(await logged()).toBe(lines);
  expect(await send([{ ...same, 牛·犊牛·未挂标: '4' }])).toMatchObject({ status: 'succeeded' });
  expect(await sheetOf(one)).toMatchObject({ version: before.version + 1, untagged: 16 });
  expect(await logged()).toBe(lines + 1);
});

it('leaves what is questioned, checked or over as it is, and says why', async () => {
  const [one, two, three] = bare as [Holder, Holder, Holder];
  const set = (holder: Holder, status: string) =>
    world.sql(`update prevention.census_sheet set status = $3 where round_id = $1 and principal_id = $2`, [
      roundId,
      holder.id,
      status,
    ]);
  await set(one, 'questioned');
  await set(two, 'checked');
  const same = line(one, { 牛·犊牛·未挂标: '4', 绵羊·羔羊·未挂标: '12' });
  const job = await send([same, line(two, { 牛·犊牛·未挂标: '2' })]);
  expect(await told(job)).toEqual([
    [2, '该户被质疑，文件中的数字没有变化，请在户表中答复'],
    [3, '该户已核查，不能再导入；如需更改请先退回重查'],
  ]);
  expect(await send([{ ...same, 牛·犊牛·未挂标: '5' }])).toMatchObject({ status: 'succeeded' });
  expect(await sheetOf(one)).toMatchObject({ status: 'counted', untagged: 17 });
  await world.sql(`update prevention.census_round set status = 'closed' where id = $1`, [roundId]);
  const late = await send([line(three, { 牛·犊牛·未挂标: '1' })]);
  expect(late).toMatchObject({ status: 'partly', failedRows: 1 });
  expect(await told(late)).toEqual([[2, '普查任务已结束']]);
  expect(await sheetOf(three)).toMatchObject({ status: 'todo', version: 0 });
});

it('is for who may count; the template carries every stage', async () => {
  const { bytes } = await world.download(station, 'ant/censusSheet/importTemplate', null);
  expect(bytes.length).toBeGreaterThan(2_000);
  const stranger = await world.as('bank1');
  expect((await stranger.get('ant/censusSheet/importTemplate')).code).toBe(403);
});

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';

/** R41: files of many holders, by a job. */
let world: World;
let station: Person;
let holders: { id: number; name: string }[];
let serial = 0;

const tag = () => `2150502${String(81_000_000 + ++serial).padStart(8, '0')}`;
const line = (holder: string, more: Partial<Record<number, string>> = {}) => {
  const cells = [holder, tag(), '牛', '西门塔尔牛', '母', '2025-03-01', '2025-03-12', '', '', ''];
  for (const [at, value] of Object.entries(more)) cells[Number(at)] = value as string;
  return cells;
};
const header = [
  '养殖主体*',
  '耳标号*',
  '畜种*',
  '品种*',
  '性别*',
  '出生日期*',
  '佩戴日期*',
  '登记方式',
  '母畜耳标',
  '检疫证号',
];
async function send(rows: string[][], mode: string) {
  const file = await buffer(
    writeWorkbook([
      { name: 'x', columns: header.map((one) => ({ header: one, kind: 'text' as const })), rows: [rows] },
    ]),
  );
  const sent = await world.upload(station, 'pri/animal/info/import', file, { mode }, 'animals.xlsx');
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  return jobEnded(station, sent.data.jobId);
}
const headOf = async (id: number) =>
  (await world.sql('select count(*)::int as n from registry.animal where principal_id = $1', [id]))[0].n as number;

beforeAll(async () => {
  world = await openWorld({ worker: true });
  station = await world.as('kzzq_station');
  holders = await world.sql(
    `select p.id::int, p.principal_unit_name as name from registry.principal p join registry.principal s on p.region_code / 1000 = s.region_code / 1000
     join platform.sys_user u on u.principal_id = s.id and u.username = 'kzzq_station'
     where p.principal_unit_type = 'household' and p.status = 'active'
       and 1 = (select count(*) from registry.principal o where o.tenant_no = p.tenant_no and o.principal_unit_name = p.principal_unit_name) order by p.id limit 2`,
  );
});
afterAll(() => world.close());

it('R41: more than a registration takes goes in holder by holder; refused rows are handed back and told one by one', async () => {
  const [one, two] = holders as [{ id: number; name: string }, { id: number; name: string }];
  const before = [await headOf(one.id), await headOf(two.id)];
  const worn = tag();
  const rows = [
    ...Array.from({ length: 1_010 }, () => line(one.name)),
    line(two.name),
    line(two.name, { 1: worn }),
    line(two.name, { 1: worn }),
    line('没有这一户'),
    line(two.name, { 3: '不是品种' }),
    line(`${two.name}x`, { 2: '', 4: '公母', 5: '2025-13-40' }),
  ];
  const checked = await send(rows, 'check');
  expect(checked, JSON.stringify(checked)).toMatchObject({ status: 'partly' });
  expect([await headOf(one.id), await headOf(two.id)]).toEqual(before);
  const saved = await send(rows, 'commit');
  expect(saved).toMatchObject({ status: 'partly', failedRows: 5, hasErrors: true });
  expect(await headOf(one.id)).toBe((before[0] as number) + 1_010);
  expect(await headOf(two.id)).toBe((before[1] as number) + 1);
  const { data: told } = await station.get(`sys/job/errors/${saved.id}`);
  // The sheet's own numbers: its header is row 1.
  expect(told.map((one: { rowNo: number }) => one.rowNo)).toEqual([1_013, 1_014, 1_015, 1_016, 1_017]);
  expectAll(told, (one: { reasons: { msg: string }[] }) => one.reasons[0]?.msg);
  const last = told.at(-1).reasons.map((one: { msg: string }) => one.msg);
  expect(last).toHaveLength(4);
  expect(last[0]).toContain(`是否为：${two.name}`);
  expect(last.slice(1).map((msg: string) => msg.split(':')[0])).toEqual(['畜种', '性别', '出生日期']);
  const entries = await world.sql(
    "select count from registry.animal_entry where principal_id = $1 and source = 'import' order by count",
    [one.id],
  );
  expect(entries.map((row) => row.count)).toEqual([10, 1_000]);
  const stranger = await world.as('tl_admin');
  expect((await stranger.get('pri/animal/info/importTemplate')).code).toBe(403);
});

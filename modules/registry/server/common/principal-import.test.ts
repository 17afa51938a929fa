import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';

/** Households as a station has them in a workbook of its own. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: true });
});
afterAll(() => world?.close());

const header = ['主体类型*', '主体名称*', '层级*', '所属区域*', '联系人*', '联系电话*', '身份证号*', '养殖畜种*'];
const village = '科尔沁左翼中旗 宝龙山镇 前玛尼吐嘎查';

async function send(who: Person, rows: (string | null)[][], labels = header) {
  const columns = labels.map((name) => ({ header: name, kind: 'text' as const }));
  const file = await buffer(writeWorkbook([{ name: 'x', columns, rows: [rows] }]));
  const sent = await world.upload(who, 'pri/principal/info/import', file, { mode: 'commit' }, `${Math.random()}.xlsx`);
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  const job = await jobEnded(who, sent.data.jobId);
  const told = (await who.get(`sys/job/errors/${job.id}`)).data as { rowNo: number; reasons: Reason[] }[];
  return { job, told };
}
type Reason = { field: string; msg: string };

it('takes in what is right, and tells everything that is wrong with a row at once, with what may have been meant', async () => {
  const county = await world.as('kzzq_mgr');
  const { told } = await send(county, [
    ['养殖户', '导入户甲', '5', village, '导入甲', '13904755501', '150521198001010031', '牛'],
    ['养殖户', '导入户乙', '五', '科尔沁左翼中旗 宝龙山镇 前玛尼土嘎查', '导入乙', '1390475', null, '奶牛'],
  ]);
  const [bad] = told;
  expect(told).toHaveLength(1);
  const reasons = Object.fromEntries((bad?.reasons ?? []).map(({ field, msg }) => [field, msg]));
  expect(Object.keys(reasons).toSorted()).toEqual([
    'contactIdCard',
    'contactPhone',
    'principalLevel',
    'regionCode',
    'speciesKept',
  ]);
  expect(reasons.regionCode).toContain(village);
  expect(reasons.principalLevel).toBe('请填整数');
  expect(reasons.contactIdCard).toBe('必填');
  const rows = await world.sql(
    "select principal_unit_name as name from registry.principal where principal_unit_name like '导入户%'",
  );
  expect(rows).toEqual([{ name: '导入户甲' }]);
});

it('lets the administrator import organisations, and says who imports holders', async () => {
  const admin = await world.as('tl_admin');
  const labels = ['主体类型*', '主体名称*', '层级*', '所属区域*', '联系人*', '联系电话*', '统一社会信用代码*'];
  const { told } = await send(
    admin,
    [
      ['防疫站', '导入测试站', '4', '科尔沁左翼中旗 宝龙山镇', '导入站', '13904755502', '91150521MA0NEXAMPM'],
      ['养殖户', '导入户丙', '5', village, '导入丙', '13904755503', null],
    ],
    labels,
  );
  expect(told.map(({ rowNo, reasons }) => [rowNo, reasons.map((one) => one.msg).join()])).toEqual([
    [3, expect.stringContaining('必填')],
  ]);
  const rows = await world.sql("select 1 from registry.principal where principal_unit_name = '导入测试站'");
  expect(rows).toHaveLength(1);
});

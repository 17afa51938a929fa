import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import { ago } from '#modules/registry/testing/fixtures.ts';

/** A county's roster as a workbook: `/pri/staffInfo` and 防疫员名册 read the same one. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: true });
});
afterAll(() => world?.close());

const header = ['所在单位*', '姓名*', '手机号*', '身份证号', '岗位*', '职务', '入职日期*'];

it('takes a roster in as people who wait to be approved, and tells of every bad line', async () => {
  const county = await world.as('kzzq_mgr');
  const [unit] = await world.sql<{ name: string }>(
    `select p.principal_unit_name as name from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'kzzq_station'`,
  );
  const line = (name: string, phone: string, job: string, at = unit?.name ?? '') => [
    ...[at, name, phone, null, job, null, ago(3)],
  ];
  const rows = [
    line('名册甲', '13904751234', '防疫员'),
    line('名册乙', '12345', '防疫员'),
    line('名册丙', '13904751236', '防疫元'),
    line('名册丁', '13904751237', '防疫员', '没有这个单位'),
  ];
  const columns = header.map((name) => ({ header: name, kind: 'text' as const }));
  const file = await buffer(writeWorkbook([{ name: 'x', columns, rows: [rows] }]));
  const sent = await world.upload(county, 'pri/staff/info/import', file, { mode: 'commit' }, 'roster.xlsx');
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  const job = await jobEnded(county, sent.data.jobId);
  const told = (await county.get(`sys/job/errors/${job.id}`)).data as {
    rowNo: number;
    reasons: { field: string; msg: string }[];
  }[];
  expect(told.map(({ rowNo, reasons }) => [rowNo, reasons.map((one) => one.field).join()])).toEqual([
    [3, 'phone'],
    [4, 'job'],
    [5, 'principalId'],
  ]);
  expect(
    await world.sql('select name, job, status from registry.staff where tenant_no = 1505 and name like $1', ['名册%']),
  ).toEqual([{ name: '名册甲', job: 'preventionWorker', status: 'pending' }]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { databaseSettings, root } from '#db/settings.ts';
import { addHouseholds, superuser, tokenOf } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';
import { ApiClient } from './api-client.ts';
import { exportInBrowser } from './browser.ts';
import { checkCells, checkXml, oddRows } from './odd-rows.ts';
import { officeVersion, readInOffice } from './office.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { type ImportFile, importFile, label, rowsOf, say } from './sheet-files.ts';

const base = 'pri/principal/info';
const username = 'tl_region';
const badRows = 300;
const mostMegabytes = 250;

interface Place {
  db: Client;
  folder: string;
  report: Report;
  environment: NodeJS.ProcessEnv;
  port: number;
  token: string;
}

/** Spreadsheets at full size, out and in, with the worker killed in the middle of both. */
export async function drillSheets({ rows, importRows }: { rows: number; importRows: number }): Promise<boolean> {
  const office = officeVersion();
  if (!office) {
    console.error('The drill opens its files in LibreOffice: apt-get install --no-install-recommends libreoffice-calc');
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const settings = databaseSettings('mulian_drill');
  console.error(`making ${settings.database} with ${rows} principals`);
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  const accounts = await loadWorld(settings, { size: 'small', today, seed: 1505 });
  const db = await superuser(settings);
  await addHouseholds(db, rows);
  await oddRows(db);
  const environment = { MULIAN_DB: settings.database, MULIAN_FILES_FOLDER: join(folder, 'files') };
  const api = await Program.start('api', environment);
  const report = new Report();
  try {
    const client = accounts.find((one) => one.username === username);
    if (!client) throw new Error(`the demo has no ${username}`);
    const place: Place = { db, folder, report, environment, port: api.port, token: await tokenOf(db, username) };
    await exportByHand(place, { ...client, port: api.port });
    await importWhole(place, importRows);
    await importKilled(place, importRows);
    await exportKilled(place);
  } finally {
    await api.stop();
    await db.end();
    rmSync(folder, { recursive: true });
  }
  report.write(join(root, 'docs/sheets.md'), 'figures', [office, `${rows.toLocaleString('en-US')} households`]);
  console.log(JSON.stringify({ rows, importRows, findings: report.findings }));
  return report.kept;
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function countOf(db: Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${text}`, values);
  return rows[0]?.n ?? 0;
}

/** In a browser, with a worker that has done nothing before: its memory is that of this export alone. */
async function exportByHand(place: Place, login: { port: number; username: string; password: string; portal: string }) {
  const { db, folder, report } = place;
  const worker = await Program.start('worker', place.environment);
  const path = join(folder, 'export.xlsx');
  const began = performance.now();
  const { percents } = await exportInBrowser(login, '/pri/principal/info', path);
  const took = seconds(began);
  const peak = worker.peak();
  await worker.stop();
  report.add('export: time in the browser, from login to the saved file', took, 'told only', true);
  report.add('export: percents the ring showed', percents.join(' '), 'at least three, rising', isRising(percents));
  report.add('export: worker’s peak memory, MB', peak, `< ${mostMegabytes}`, peak < mostMegabytes);
  await checkXml(path, report);
  const shown = readInOffice(path);
  const there = await countOf(db, 'registry.principal where tenant_no = 1505');
  report.add('export: rows LibreOffice shows', shown.length - 1, there);
  checkCells(shown, ['principalUnitName', 'contactName', 'contactPhone'], report);
}

const isRising = (percents: readonly number[]) =>
  percents.length >= 3 && percents.every((one, index) => index === 0 || one > (percents[index - 1] ?? 0));

/** By somebody who reads English, so that the reasons must be English. */
async function importWhole(place: Place, count: number) {
  const worker = await Program.start('worker', place.environment);
  const file = await importFile(place.folder, { prefix: '整批场', series: 1, count, badCount: badRows });
  const client = new ApiClient(place.port, place.token, 'en');
  const began = performance.now();
  const { jobId } = await client.upload(`${base}/import`, file.bytes, { mode: 'commit' });
  const job = await client.until(jobId);
  place.report.add('import: time', seconds(began), 'told only', true);
  place.report.add('import: worker’s peak memory, MB', worker.peak(), 'told only', true);
  await worker.stop();
  await checkImport(place, { name: 'import', prefix: '整批场', client, jobId, count, file, language: 'en' });
  place.report.add(
    'import: what its maker reads',
    job.message ?? '',
    `Import finished: ${count - badRows} rows saved, ${badRows} refused`,
  );
}

async function importKilled(place: Place, count: number) {
  let worker = await Program.start('worker', place.environment);
  const file = await importFile(place.folder, { prefix: '断电场', series: 2, count, badCount: badRows });
  const client = new ApiClient(place.port, place.token, 'zh_CN');
  const { jobId } = await client.upload(`${base}/import`, file.bytes, { mode: 'commit' });
  const { done } = await client.until(jobId, (job) => job.done > count / 2);
  await worker.kill();
  place.report.add(
    'import, killed: rows done when kill -9 came',
    done,
    `between 1 and ${count - 1}`,
    done > 0 && done < count,
  );
  worker = await Program.start('worker', place.environment);
  await client.until(jobId);
  await worker.stop();
  await checkImport(place, { name: 'import, killed', prefix: '断电场', client, jobId, count, file, language: 'zh_CN' });
}

interface Imported {
  name: string;
  prefix: string;
  client: ApiClient;
  jobId: number;
  count: number;
  file: ImportFile;
  language: 'zh_CN' | 'en';
}

/** Nothing lost, nothing doubled: rows, their log, the refused ones and the file that gives them back. */
async function checkImport(
  { db, report, folder }: Place,
  { name, prefix, client, jobId, count, file, language }: Imported,
) {
  const job = await client.job(jobId);
  const good = count - badRows;
  report.add(`${name}: rows done, refused`, `${job.done}, ${job.failedRows}`, `${count}, ${badRows}`);
  const saved = 'registry.principal where principal_unit_name like $1';
  report.add(`${name}: rows saved`, await countOf(db, saved, [`${prefix}%`]), good);
  const different = `(select distinct credit_code, principal_unit_name from ${saved}) d`;
  report.add(`${name}: different ones among them`, await countOf(db, different, [`${prefix}%`]), good);
  const logged = `kit.oper_log where trace_id = $1 and action = 'add'`;
  report.add(`${name}: lines in the operation log`, await countOf(db, logged, [`job-${jobId}`]), good);
  const [, ...errors] = await rowsOf(folder, await client.file(`sys/job/file/${jobId}?which=errors`));
  const told = errors.filter(([row, reason]) => {
    const field = file.bad.get(Number(row));
    return field !== undefined && reason?.startsWith(`${label(field, language)}: `);
  });
  report.add(`${name}: refused rows in the error file, with row, column and reason`, told.length, badRows);
  report.add(
    `${name}: one of them`,
    `row ${errors[3]?.[0]}: ${errors[3]?.[1]}`,
    say('registry.principal.creditCodeTaken', language),
    errors[3]?.[1]?.includes(say('registry.principal.creditCodeTaken', language)),
  );
}

/** The wide one: every column that is tempting to spoil. */
async function exportKilled(place: Place) {
  const { db, report, folder } = place;
  const client = new ApiClient(place.port, place.token, 'zh_CN');
  let worker = await Program.start('worker', place.environment);
  const columns = ['principalUnitName', 'contactName', 'contactPhone', 'creditCode', 'contactIdCard', 'bankAccountNo'];
  const { jobId } = await client.post<{ jobId: number }>(`${base}/export`, { filter: {}, columns });
  const { percent } = await client.until(jobId, (job) => job.percent >= 30);
  await worker.kill();
  report.add('export, killed: percent when kill -9 came', percent, 'between 30 and 99', percent < 100);
  worker = await Program.start('worker', place.environment);
  const job = await client.until(jobId);
  await worker.stop();
  const there = await countOf(db, 'registry.principal where tenant_no = 1505');
  report.add('export, killed: end and rows', `${job.status}, ${job.done}`, `succeeded, ${there}`);
  report.add(
    'export, killed: files of the job',
    await countOf(db, "kit.file where biz_type = 'job' and biz_id = $1", [jobId]),
    1,
  );
  const path = join(folder, 'killed.xlsx');
  writeFileSync(path, await client.file(`sys/job/file/${jobId}`));
  const shown = readInOffice(path);
  report.add('export, killed: rows LibreOffice shows', shown.length - 1, there);
  const keys = new Set(shown.slice(1).map((row) => row.map((cell) => cell.text).join('\u0000')));
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from (select distinct principal_unit_name, contact_name, coalesce(contact_phone_mask, ''), coalesce(credit_code, ''),
       coalesce(contact_id_card_mask, ''), coalesce(bank_account_no_mask, '') from registry.principal where tenant_no = 1505) d`,
  );
  report.add('export, killed: different rows among them', keys.size, rows[0]?.n ?? 0);
  checkCells(shown, columns, report);
}

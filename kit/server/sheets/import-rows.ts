import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { languages } from '#kit/contract/envelope.ts';
import { type FieldError, refusal } from '#kit/contract/errors.ts';
import { type Field, isNeededBy } from '#kit/contract/field.ts';
import { type AnyResource, endpointsOf, formSchema, fullName, labelKey } from '#kit/contract/resource.ts';
import type { Tx } from '../db/database.ts';
import { linkFiles, saveFile } from '../files/files.ts';
import { openFile } from '../files/open-file.ts';
import type { Call } from '../http/call.ts';
import { asAppError } from '../http/failure.ts';
import type { Texts } from '../http/texts.ts';
import { errorFile } from '../jobs/error-file.ts';
import { type JobOutcome, type JobRun, registerJob, waitLonger } from '../jobs/job.ts';
import { keepRefused } from '../jobs/job-error.ts';
import { limitsOf } from '../limits.ts';
import { readValues } from './read-values.ts';
import { checkZip, type RawRow, readWorkbook } from './read-workbook.ts';
import { refsByName } from './refs-by-name.ts';
import { xlsxType } from './sheet-columns.ts';

type Adder = (call: Call, values: Record<string, unknown>) => Promise<unknown>;
const adders = new Map<string, { resource: AnyResource; add: Adder }>();

/** The engine tells how a record of this resource is added; an import adds each row exactly that way. */
export function registerAdder(resource: AnyResource, add: Adder): void {
  adders.set(fullName(resource), { resource, add });
}

/** The call: checks the file's shell, keeps it, and leaves the rows to a job. The same file twice within a day asks once more. */
export async function importRows(call: Call, resource: AnyResource): Promise<{ jobId: number }> {
  const { mode, again } = call.body as { mode: 'check' | 'commit'; again?: boolean };
  await checkZip(call.upload.path, call.upload.size);
  if (mode === 'commit' && !again) {
    const twice = await call.tx.query(
      `select 1 from kit.job where user_id = $1 and kind = 'import' and params ->> 'sha256' = $2 and params ->> 'mode' = 'commit' and status in ('succeeded', 'partly', 'running', 'queued') and created_at > now() - interval '24 hours'`,
      [call.actor.userId, call.upload.sha256],
    );
    if (twice.length > 0) throw refusal('import.again', 'sheet.again');
  }
  const { fileId } = await saveFile(call.tx, {
    source: call.upload.path,
    name: call.upload.name,
    mime: xlsxType,
    bizType: 'job',
  });
  const noun = call.say(labelKey(resource, '_title'));
  const title = mode === 'check' ? call.say('sheet.checkOf', { noun }) : noun;
  const params = { resource: fullName(resource), mode, fileId, sha256: call.upload.sha256 };
  const jobId = await call.jobs.enqueue(call, { kind: 'import', title, screenPath: resource.screen, params });
  await linkFiles(call.tx, [fileId], 'job', jobId);
  return { jobId };
}

/** Each batch of rows is one transaction. */
export function registerImportJob(texts: Texts, batchSize = 500): void {
  registerJob('import', async (run) => {
    const {
      resource: name,
      mode,
      fileId,
    } = run.row.params as { resource: string; mode: 'check' | 'commit'; fileId: number };
    const known = adders.get(name);
    if (!known) return { status: 'failed' };
    const path = join(tmpdir(), `mulian-import-${run.row.id}-${run.row.attempts}.xlsx`);
    await pipeline((await openFile(run.database, run.actor, fileId)).stream, createWriteStream(path));
    try {
      return await carryOut(run, texts, known, { path, commit: mode === 'commit', batchSize });
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function carryOut(
  run: JobRun,
  texts: Texts,
  { resource, add }: { resource: AnyResource; add: Adder },
  { path, commit, batchSize }: { path: string; commit: boolean; batchSize: number },
): Promise<JobOutcome> {
  const start = (run.row.checkpoint as { row: number } | null)?.row ?? 0;
  let { done, failed_rows: failed } = run.row;
  let columns: (string | null)[] | null = null;
  const { importRows: maxRows } = await limitsOf(run.actor.tenantNo);
  const total = await countRows(path, maxRows);
  if (total > maxRows) throw refusal('sheet.tooMany', 'sheet.tooMany', { n: maxRows });
  for await (const batch of readWorkbook(path, maxRows, batchSize)) {
    const rows = columns ? batch : batch.slice(1);
    columns ??= columnsOf(resource, texts, batch[0]?.values ?? []);
    const fresh = rows.filter((row) => row.number > start);
    if (fresh.length === 0) continue;
    const mapped = columns;
    await run.database.transaction(run.actor.scope, async (tx) => {
      await waitLonger(tx);
      for (const row of fresh) if (!(await saveRow(run, tx, resource, add, mapped, row, commit))) failed += 1;
      done += fresh.length;
      await run.checkpoint(tx, done, failed, { row: fresh.at(-1)?.number });
    });
    // The batch is committed before anybody is asked whether to go on: what is saved stays saved and counted.
    if (!(await run.progress(done, total))) return { status: 'cancelled', message: summary(run, done, failed, commit) };
  }
  const errorFileId = failed > 0 ? await errorFile(run, resource, columns ?? []) : null;
  return { status: failed > 0 ? 'partly' : 'succeeded', message: summary(run, done, failed, commit), errorFileId };
}

/** A first pass, so that the bar can say how far it is. */
async function countRows(path: string, maxRows: number): Promise<number> {
  let rows = -1;
  for await (const batch of readWorkbook(path, maxRows, 5_000)) rows += batch.length;
  return rows;
}

const summary = (run: JobRun, done: number, failed: number, commit: boolean) =>
  run.say(commit ? 'sheet.imported' : 'sheet.checked', { ok: done - failed, bad: failed });

/** Headers may be in any of the languages; a required column that is missing is told before any row. */
function columnsOf(resource: AnyResource, texts: Texts, header: readonly unknown[]): (string | null)[] {
  const byLabel = new Map<string, string>();
  for (const name of resource.form as string[])
    for (const language of languages) byLabel.set(texts.say(language, labelKey(resource, name)), name);
  const columns = header.map(
    (cell) =>
      byLabel.get(
        String(cell ?? '')
          .replace(/\*$/, '')
          .trim(),
      ) ?? null,
  );
  const missing = (resource.form as string[]).filter(
    (name) =>
      !(resource.fields[name] as Field).optional &&
      (resource.fields[name] as Field).kind !== 'bool' &&
      !columns.includes(name),
  );
  if (missing.length > 0)
    throw refusal('sheet.columns', 'sheet.columns', {
      names: missing.map((name) => `${texts.say('zh_CN', labelKey(resource, name))}`).join(', '),
    });
  return columns;
}

/** One row, standing or falling alone. A check goes the same way and takes its row back. */
async function saveRow(
  run: JobRun,
  tx: Tx,
  resource: AnyResource,
  add: Adder,
  columns: (string | null)[],
  row: RawRow,
  commit: boolean,
): Promise<boolean> {
  await tx.query('savepoint line');
  let errors: FieldError[] = [];
  try {
    const read = readValues(resource, columns, row.values, {
      tenantNo: run.actor.tenantNo,
      language: run.row.language,
      say: run.say,
    });
    errors = [...read.errors, ...(await refsByName(tx, resource, read.values))];
    const fields = (resource.form as string[]).map((name) => [name, resource.fields[name] as Field] as const);
    const filled = Object.fromEntries(
      fields.map(([name, one]) => [name, read.values[name] ?? (one.optional ? null : read.values[name])]),
    );
    // All that is wrong with a row is told at once: nobody sends a file again for each of its faults.
    const parsed = formSchema(resource, false).safeParse(filled);
    const told = (name: string) => errors.some(({ field }) => field === name);
    const faults = parsed.success ? [] : (asAppError(parsed.error)?.errors ?? []);
    errors.push(...faults.filter(({ field }) => !told(field)));
    for (const [field, { needed }] of fields)
      if (needed && isNeededBy(needed, filled) && !told(field) && (filled[field] ?? '') === '')
        errors.push({ field, key: 'error.field.required' });
    if (errors.length === 0 && parsed.success) await add(callOf(run, tx, resource), parsed.data);
  } catch (error) {
    const known = asAppError(error);
    if (!known || known.code === 503) throw error;
    errors = known.errors?.length ? [...known.errors] : [{ field: '', key: known.key, args: known.args }];
  }
  const good = errors.length === 0;
  await tx.query(good && commit ? 'release savepoint line' : 'rollback to savepoint line');
  if (good) return true;
  const reasons = errors.map((one) => ({ field: one.field, msg: run.say(one.key, one.args) }));
  await keepRefused(tx, run, [{ number: row.number, reasons, raw: row.values }]);
  return false;
}

/** The rows of a job are added as their maker would add them at the screen. */
function callOf(run: JobRun, tx: Tx, resource: AnyResource): Call {
  return {
    actor: run.actor,
    tx,
    database: run.database,
    language: run.row.language,
    endpoint: endpointsOf(resource).add as AnyEndpoint,
    say: run.say,
    ip: '',
    userAgent: '',
    clientType: 'import',
    startedAt: performance.now(),
    traceId: `job-${run.row.id}`,
    host: '',
    audited: false,
    answer: {},
  } as unknown as Call;
}

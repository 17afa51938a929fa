import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Language, totalLimit } from '#kit/contract/envelope.ts';
import { refusal } from '#kit/contract/errors.ts';
import { type AnyResource, fullName, labelKey } from '#kit/contract/resource.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database } from '../db/database.ts';
import { saveFile } from '../files/files.ts';
import type { Call } from '../http/call.ts';
import { registerJob } from '../jobs/job.ts';
import { limitsOf } from '../limits.ts';
import { mapOf, type TableMap } from '../resource/columns.ts';
import { type ListInput, planList } from '../resource/list.ts';
import { decode } from '../resource/row.ts';
import { writeWorkbookAside } from '../workbook/write-aside.ts';
import { clearGate, inClear, personal, refuseClear } from './clear-values.ts';
import { narrowed } from './narrowed.ts';
import { chosenColumns, fileName, type Say, sheetCell, sheetColumn, xlsxType } from './sheet-columns.ts';
import { type CellValue, writeWorkbook } from './write-workbook.ts';

const batchSize = 2_000;
/** Fewer rows are written sooner than a thread for them is started. */
const rowsForThread = 5_000;

interface ExportAsk {
  idArr?: number[] | undefined;
  filter?: Record<string, unknown> | undefined;
  columns?: string[] | undefined;
  /** Personal numbers unmasked. */
  clear?: { reason: string; approvalId?: number } | undefined;
}

interface Exporter {
  map: TableMap;
  actor: Actor;
  database: Database;
  language: Language;
  say: Say;
  /** As many as were counted; the file may have some more or fewer. */
  rows: number;
}

/** What the filter shows, batch by batch: each starts after the key of the last row, so the thousandth is as quick as the first. */
async function* batches(
  { map, actor, database, language }: Exporter,
  ask: ExportAsk,
): AsyncGenerator<Record<string, unknown>[]> {
  const { sort: _, ...filter } = ask.filter ?? {};
  // Keys need an order without empty values: rows come newest first, whatever the screen was sorted by.
  const input: ListInput = { pageNum: 1, pageSize: batchSize, sort: 'id:desc', ...filter };
  const names = chosenColumns(map.resource, ask.columns);
  const { resource, select } = narrowed(map, names);
  const opened = ask.clear ? personal(map.resource, names) : [];
  const read = async (after: ListInput['after']) => {
    const plan = planList({ ...map, select }, after ? { ...input, after } : input, actor.scope, ask.idArr);
    if (!plan) return null;
    const [rows] = await database.read<[Record<string, unknown>]>(actor.scope, plan.rows);
    const last = rows.at(-1);
    return { rows, next: last && rows.length === batchSize ? plan.keyOf(last) : null };
  };
  let ahead = read(undefined);
  for (;;) {
    const batch = await ahead;
    if (!batch) return;
    // The next ones are on their way while these are written; whoever stops here does not ask what became of them.
    if (batch.next) {
      ahead = read(batch.next);
      ahead.catch(() => {});
    }
    const decoded = batch.rows.map((raw) => decode(resource, raw, actor, language));
    if (decoded.length > 0)
      yield opened.length > 0 ? await inClear({ map, actor, database }, opened, decoded) : decoded;
    if (!batch.next) return;
  }
}

/** First sheet: the data. Second: what was asked for, by whom, when, and how many rows came. */
function workbookOf(
  exporter: Exporter,
  ask: ExportAsk,
  onBatch: (done: number) => Promise<boolean>,
): { stream: Readable; stopped: () => boolean } {
  const { map, say, actor } = exporter;
  const { resource } = map;
  const names = chosenColumns(resource, ask.columns);
  let count = 0;
  let stopped = false;
  async function* rows(): AsyncGenerator<CellValue[][]> {
    for await (const batch of batches(exporter, ask)) {
      yield batch.map((row) => names.map((name) => sheetCell(resource, name, row, say)));
      count += batch.length;
      if (!(await onBatch(count))) {
        stopped = true;
        return;
      }
    }
  }
  async function* about(): AsyncGenerator<CellValue[][]> {
    const china = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');
    const filter = ask.idArr ? { id: ask.idArr.join() } : (ask.filter ?? {});
    yield [
      [say('sheet.by'), `${actor.nickname} (${actor.username})`],
      [say('sheet.at'), china],
      [say('sheet.rows'), String(count)],
      ...(ask.clear ? [[say('sheet.clear'), ask.clear.reason]] : []),
      ...(ask.clear?.approvalId ? [[say('sheet.approval'), String(ask.clear.approvalId)]] : []),
      ...Object.entries(filter).map(([name, value]): CellValue[] => [say(labelKey(resource, name)), String(value)]),
    ];
  }
  const write = exporter.rows >= rowsForThread ? writeWorkbookAside : writeWorkbook;
  const stream = write([
    {
      name: say(labelKey(resource, '_title')),
      columns: names.map((name) => sheetColumn(resource, name, say)),
      rows: rows(),
    },
    {
      name: say('sheet.about'),
      columns: [
        { header: say('sheet.item'), kind: 'text' },
        { header: say('sheet.value'), kind: 'text', width: 60 },
      ],
      rows: about(),
    },
  ]);
  return { stream, stopped: () => stopped };
}

const tooMany = (n: number) => refusal('sheet.tooManyOut', 'sheet.tooManyOut', { n });

/** The call: a file at once, or a job that makes it. */
export async function exportRows(
  call: Call,
  map: TableMap,
): Promise<{ jobId: number } | { approvalId: number } | null> {
  const ask = call.body as ExportAsk;
  const { resource } = map;
  const title = call.say(labelKey(resource, '_title'));
  const plan = planList(map, { pageNum: 1, pageSize: 1, ...(ask.filter ?? {}) }, call.actor.scope, ask.idArr);
  const limits = await limitsOf(call.actor.tenantNo);
  const bounded = limits.syncRows < totalLimit;
  const [count] = plan
    ? await call.database.read<[{ n: number }]>(call.actor.scope, bounded ? plan.count : plan.exact)
    : [[]];
  const rows = count[0]?.n ?? 0;
  if (rows > limits.exportRows) throw tooMany(limits.exportRows);
  if (ask.clear) {
    refuseClear(call.actor);
    const approvalId = await askFirst(call, map, ask, plan);
    if (approvalId) return { approvalId };
  }
  if (rows > limits.syncRows) {
    call.answer.msg = call.say('sheet.inBackground');
    return {
      jobId: await call.jobs.enqueue(call, {
        kind: 'export',
        title,
        screenPath: resource.screen,
        params: { resource: fullName(resource), ...ask },
      }),
    };
  }
  const exporter = {
    map,
    actor: call.actor,
    database: call.database,
    language: call.language,
    say: (key: string) => call.say(key),
    rows,
  };
  const { stream } = workbookOf(exporter, ask, async () => true);
  call.answer.file = { stream, type: xlsxType, name: fileName(title) };
  return null;
}

/** R102: many persons in clear are another person's decision. */
async function askFirst(
  call: Call,
  map: TableMap,
  ask: ExportAsk,
  plan: ReturnType<typeof planList>,
): Promise<number | null> {
  if (!plan || personal(map.resource, chosenColumns(map.resource, ask.columns)).length === 0) return null;
  const [count] = await call.database.read<[{ n: number }]>(call.actor.scope, plan.exact);
  const persons = count[0]?.n ?? 0;
  if (persons <= (await clearGate().above(call.actor.tenantNo))) return null;
  call.answer.msg = call.say('sheet.clearAsked', { n: persons });
  return clearGate().ask(call, map.resource, ask, persons);
}

/** Registered by the program that works on jobs. */
export function registerExportJob(resources: readonly AnyResource[]): void {
  registerJob('export', async (run) => {
    const { resource: name, ...ask } = run.row.params as unknown as ExportAsk & { resource: string };
    const map = mapOf(name);
    if (!map || !resources.some((one) => fullName(one) === name)) return { status: 'failed' };
    // The right to it may have been taken since it was asked for.
    if (ask.clear) refuseClear(run.actor);
    const path = join(tmpdir(), `mulian-export-${run.row.id}-${run.row.attempts}.xlsx`);
    const plan = planList(map, { pageNum: 1, pageSize: 1, ...(ask.filter ?? {}) }, run.actor.scope, ask.idArr);
    const [count] = plan ? await run.database.read<[{ n: number }]>(run.actor.scope, plan.exact) : [[]];
    const total = count[0]?.n ?? 0;
    const { exportRows: most } = await limitsOf(run.actor.tenantNo);
    if (total > most) throw tooMany(most);
    await run.progress(0, total);
    const exporter = {
      map,
      actor: run.actor,
      database: run.database,
      language: run.row.language,
      say: (key: string) => run.say(key),
      rows: total,
    };
    try {
      const { stream, stopped } = workbookOf(exporter, ask, (done) => run.progress(done, Math.max(done, total)));
      await pipeline(stream, createWriteStream(path));
      if (stopped()) return { status: 'cancelled' };
      const { fileId } = await saveFile(
        { database: run.database, scope: run.actor.scope },
        { source: path, name: fileName(run.row.title), mime: xlsxType, bizType: 'job', bizId: run.row.id },
      );
      return { status: 'succeeded', resultFileId: fileId };
    } finally {
      await rm(path, { force: true });
    }
  });
}

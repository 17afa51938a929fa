import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles, saveFile } from '#kit/server/files/files.ts';
import { openFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { type JobOutcome, type JobRun, registerJob, waitLonger } from '#kit/server/jobs/job.ts';
import { keepRefused } from '#kit/server/jobs/job-error.ts';
import { checkZip, type RawRow, readWorkbook } from '#kit/server/sheets/read-workbook.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/registry/contract/animal/animal-import.ts';
import { type ImportRow, readRow } from './import-row.ts';
import { mostAnimals, previewAnimals, type RegisterInput, registerAnimals } from './register-animals.ts';

const kind = 'animalImport';
const label = (name: string) => `registry.animalImport.${name}`;

interface Refused {
  readonly row: RawRow;
  readonly reason: string;
}

/** R41: holder by holder, each in a transaction of its own; a check goes the same way and writes nothing. */
async function work(run: JobRun): Promise<JobOutcome> {
  const { mode, fileId } = run.row.params as { mode: 'check' | 'commit'; fileId: number };
  const path = join(tmpdir(), `mulian-animals-${run.row.id}-${run.row.attempts}.xlsx`);
  await pipeline((await openFile(run.database, run.actor, fileId)).stream, createWriteStream(path));
  try {
    const rows: RawRow[] = [];
    for await (const batch of readWorkbook(path, contract.mostImported + 1)) rows.push(...batch);
    const [header, ...body] = rows;
    if (body.length > contract.mostImported)
      throw refusal('sheet.tooMany', 'sheet.tooMany', { n: contract.mostImported });
    checkHeader(header, run);
    const refused: Refused[] = [];
    const read = body.flatMap((row): { row: RawRow; one: ImportRow }[] => {
      const one = readRow(row.values, run);
      if (!('reason' in one)) return [{ row, one }];
      refused.push({ row, reason: one.reason });
      return [];
    });
    // A job that died begins anew: what it registered is refused then as worn already, and nothing is doubled.
    let done = refused.length;
    await run.database.transaction(run.actor.scope, (tx) => keep(tx, run, refused));
    for (const [holder, own] of Map.groupBy(read, ({ one }) => one.holder)) {
      for (const part of partsOf(own)) {
        const bad = await registerPart(run, holder, part, mode === 'commit');
        refused.push(...bad);
        done += part.length;
        await run.database.transaction(run.actor.scope, async (tx) => {
          await keep(tx, run, bad);
          await run.checkpoint(tx, done, refused.length, null);
        });
        if (!(await run.progress(done, body.length)))
          return { status: 'cancelled', message: summary(run, done, refused.length, mode) };
      }
    }
    const errorFileId = refused.length > 0 ? await handBack(run, header, refused) : null;
    return {
      status: refused.length > 0 ? 'partly' : 'succeeded',
      message: summary(run, body.length, refused.length, mode),
      errorFileId,
    };
  } finally {
    await rm(path, { force: true });
  }
}

const keep = (tx: Tx, run: JobRun, refused: readonly Refused[]) =>
  keepRefused(
    tx,
    run,
    refused.map(({ row, reason }) => ({
      number: row.number,
      reasons: [{ field: '', msg: reason }],
      raw: row.values,
    })),
  );

const summary = (run: JobRun, done: number, bad: number, mode: string) =>
  run.say(mode === 'commit' ? 'sheet.imported' : 'sheet.checked', { ok: done - bad, bad });

function checkHeader(header: RawRow | undefined, run: JobRun): void {
  const missing = contract.neededColumns.filter((_, at) => !String(header?.values[at] ?? '').trim());
  if (missing.length > 0)
    throw refusal('sheet.columns', 'sheet.columns', { names: missing.map((name) => run.say(label(name))).join(', ') });
}

/** One entry holds one kind, one day and one paper of one species; at most as many as a registration takes. */
function partsOf(rows: readonly { row: RawRow; one: ImportRow }[]): { row: RawRow; one: ImportRow }[][] {
  const groups = Map.groupBy(rows, ({ one }) =>
    [one.entryKind, one.wornOn, one.quarantineCertNo ?? '', one.animal.species].join(' '),
  );
  return [...groups.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / mostAnimals) }, (_, at) =>
      all.slice(at * mostAnimals, (at + 1) * mostAnimals),
    ),
  );
}

async function holderOf(tx: Tx, name: string): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    "select id from registry.principal where principal_unit_name = $1 and status = 'active' limit 2",
    [name],
  );
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

async function registerPart(
  run: JobRun,
  holder: string,
  part: readonly { row: RawRow; one: ImportRow }[],
  isCommit: boolean,
): Promise<Refused[]> {
  const all = (reason: string): Refused[] => part.map(({ row }) => ({ row, reason }));
  const [first] = part;
  if (!first) return [];
  try {
    return await run.database.transaction(run.actor.scope, async (tx) => {
      await waitLonger(tx);
      const principalId = await holderOf(tx, holder);
      if (principalId === null) return all(run.say(label('holderUnknown')));
      const input: RegisterInput = {
        entryKind: first.one.entryKind,
        principalId,
        wornOn: first.one.wornOn,
        staffId: null,
        quarantineCertNo: first.one.quarantineCertNo,
        animals: part.map(({ one }) => one.animal),
        source: 'import',
      };
      const errors = (await previewAnimals(tx, input)).filter((one) => one.level === 'error');
      const wrong = Map.groupBy(errors, (one) => one.tag);
      const good = part.filter(({ one }) => !wrong.has(one.animal.tag));
      if (isCommit && good.length > 0)
        await registerAnimals(tx, { ...input, animals: good.map(({ one }) => one.animal) });
      return part.flatMap(({ row, one }) => {
        const own = wrong.get(one.animal.tag);
        if (!own) return [];
        return [{ row, reason: own.map(({ key, args, tag }) => run.say(key, { ...args, tag } as never)).join('; ') }];
      });
    });
  } catch (error) {
    const known = asAppError(error);
    if (!known) throw error;
    return all(run.say(known.key, known.args as never));
  }
}

/** The refused rows as they came, with row and reason in front, to be corrected and sent again. */
async function handBack(run: JobRun, header: RawRow | undefined, refused: readonly Refused[]): Promise<number> {
  const path = join(tmpdir(), `mulian-animals-refused-${run.row.id}-${run.row.attempts}.xlsx`);
  const columns = [
    { header: run.say('sheet.row'), kind: 'text' as const, width: 8 },
    { header: run.say('sheet.reason'), kind: 'text' as const, width: 48 },
    ...contract.importColumns.map((name, at) => ({
      header: String(header?.values[at] ?? run.say(label(name))),
      kind: 'text' as const,
    })),
  ];
  const rows = refused
    .toSorted((one, other) => one.row.number - other.row.number)
    .map(({ row, reason }) => [
      String(row.number),
      reason,
      ...contract.importColumns.map((_, at) => (row.values[at] === null ? null : String(row.values[at] ?? ''))),
    ]);
  try {
    await pipeline(writeWorkbook([{ name: run.say('sheet.errors'), columns, rows: [rows] }]), createWriteStream(path));
    const saved = await saveFile(
      { database: run.database, scope: run.actor.scope },
      {
        source: path,
        name: fileName(`${run.row.title}_${run.say('sheet.errors')}`),
        mime: xlsxType,
        bizType: 'job',
        bizId: run.row.id,
      },
    );
    return saved.fileId;
  } finally {
    await rm(path, { force: true });
  }
}

export const registerAnimalImportJob = (): void => registerJob(kind, work);

export const animalImportRoutes = (): Route[] => [
  serve('registry', contract.animalImportTemplate, async (call) => {
    const columns = contract.importColumns.map((name) => ({
      header: `${call.say(label(name))}${contract.neededColumns.includes(name) ? '*' : ''}`,
      kind: 'text' as const,
      width: 20,
    }));
    const example = call.say(label('example')).split('|');
    call.answer.file = {
      stream: writeWorkbook([{ name: call.say(label('title')), columns, rows: [[example]] }]),
      type: xlsxType,
      name: fileName(call.say(label('title'))),
    };
    return null;
  }),
  serve('registry', contract.animalImport, async (call) => {
    const plain = call as unknown as Call;
    await checkZip(call.upload.path, call.upload.size);
    const { mode } = call.body;
    const { fileId } = await saveFile(call.tx, {
      source: call.upload.path,
      name: call.upload.name,
      mime: xlsxType,
      bizType: 'job',
    });
    const noun = call.say(label('title'));
    const jobId = await call.jobs.enqueue(plain, {
      kind,
      title: mode === 'check' ? call.say('sheet.checkOf', { noun }) : noun,
      screenPath: '/pri/animal/info',
      params: { mode, fileId },
    });
    await linkFiles(call.tx, [fileId], 'job', jobId);
    return { jobId };
  }),
];

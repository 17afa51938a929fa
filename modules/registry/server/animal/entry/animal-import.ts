import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FieldError, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles, saveFile } from '#kit/server/files/files.ts';
import { openFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { errorFile } from '#kit/server/jobs/error-file.ts';
import { type JobOutcome, type JobRun, registerJob, waitLonger } from '#kit/server/jobs/job.ts';
import { keepRefused } from '#kit/server/jobs/job-error.ts';
import { unknownRef } from '#kit/server/near/misread.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { checkZip, type RawRow, readWorkbook } from '#kit/server/sheets/read-workbook.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/registry/contract/animal/animal-import.ts';
import { cellText, type ImportRow, readRow } from './import-row.ts';
import { mostAnimals, previewAnimals, type RegisterInput, registerAnimals } from './register-animals.ts';

const kind = 'animalImport';
const label = (name: string) => `registry.animalImport.${name}`;

interface Refused {
  readonly row: RawRow;
  readonly reasons: readonly string[];
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
    const holders = await run.database.transaction(run.actor.scope, (tx) =>
      findHolders(
        tx,
        body.map((row) => cellText(row.values, 'holder')),
      ),
    );
    const told = ({ field, key, args }: FieldError) => `${run.say(label(field))}: ${run.say(key, args)}`;
    const refused: Refused[] = [];
    const read = body.flatMap((row): { row: RawRow; one: ImportRow }[] => {
      const { one, faults } = readRow(row.values, run);
      const fault = holders.faults.get(cellText(row.values, 'holder'));
      if (one && !fault) return [{ row, one }];
      refused.push({ row, reasons: (fault ? [fault, ...faults] : faults).map(told) });
      return [];
    });
    // A job that died begins anew: what it registered is refused then as worn already, and nothing is doubled.
    let done = refused.length;
    await run.database.transaction(run.actor.scope, (tx) => keep(tx, run, refused));
    for (const [holder, own] of Map.groupBy(read, ({ one }) => one.holder)) {
      for (const part of partsOf(own)) {
        const bad = await registerPart(run, holders.ids.get(holder) as number, part, mode === 'commit');
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
    const headers = contract.importColumns.map((name, at) => String(header?.values[at] ?? run.say(label(name))));
    const errorFileId = refused.length > 0 ? await errorFile(run, headers, (name) => run.say(label(name))) : null;
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
    refused.map(({ row, reasons }) => ({
      number: row.number,
      reasons: reasons.map((msg) => ({ field: '', msg })),
      raw: contract.importColumns.map((_, at) => (row.values[at] == null ? null : String(row.values[at]))),
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

/** How many unknown names get a proposal: each costs a search by name. */
const mostProposals = 200;

/** The holders the file names, and what is wrong with the names that lead to none or to several. */
async function findHolders(tx: Tx, names: readonly string[]) {
  const wanted = [...new Set(names)].filter(Boolean);
  const found = await tx.query<{ id: number; name: string; n: number }>(
    `select min(id) as id, principal_unit_name as name, count(*)::int as n from registry.principal
     where principal_unit_name = any ($1) and status = 'active' group by 2`,
    [wanted],
  );
  const ids = new Map(found.filter(({ n }) => n === 1).map(({ id, name }) => [name, id]));
  const faults = new Map<string, FieldError>();
  for (const { name, n } of found)
    if (n > 1) faults.set(name, { field: 'holder', key: label('holderTwice'), args: { value: name, n } });
  const map = mapOf('registry.principal');
  for (const name of wanted) {
    if (ids.has(name) || faults.has(name)) continue;
    const isProposed = map && faults.size < mostProposals;
    faults.set(
      name,
      isProposed
        ? await unknownRef(tx, 'holder', map, name)
        : { field: 'holder', key: 'sheet.refUnknown', args: { value: name } },
    );
  }
  return { ids, faults };
}

async function registerPart(
  run: JobRun,
  principalId: number,
  part: readonly { row: RawRow; one: ImportRow }[],
  isCommit: boolean,
): Promise<Refused[]> {
  const all = (reason: string): Refused[] => part.map(({ row }) => ({ row, reasons: [reason] }));
  const [first] = part;
  if (!first) return [];
  try {
    return await run.database.transaction(run.actor.scope, async (tx) => {
      await waitLonger(tx);
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
        return [{ row, reasons: own.map(({ key, args, tag }) => run.say(key, { ...args, tag } as never)) }];
      });
    });
  } catch (error) {
    const known = asAppError(error);
    if (!known) throw error;
    return all(run.say(known.key, known.args as never));
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

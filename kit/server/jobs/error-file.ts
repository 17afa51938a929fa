import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AnyResource, labelKey } from '#kit/contract/resource.ts';
import { saveFile } from '../files/files.ts';
import { fileName, sheetColumn, xlsxType } from '../sheets/sheet-columns.ts';
import { writeWorkbook } from '../sheets/write-workbook.ts';
import type { JobRun } from './job.ts';

/** The refused rows as they came, with row, column and reason in front, to be corrected and sent again. */
export async function errorFile(
  run: JobRun,
  resource: AnyResource,
  columns: readonly (string | null)[],
): Promise<number> {
  const named = columns.map((name, index) =>
    name ? sheetColumn(resource, name, run.say) : { header: `#${index + 1}`, kind: 'text' as const },
  );
  async function* rows() {
    let after = 0;
    for (;;) {
      const [batch] = await run.database.read<
        [{ row_no: number; reasons: { field: string; msg: string }[]; raw: (string | number | null)[] }]
      >(run.actor.scope, {
        text: 'select row_no, reasons, raw from kit.job_error where job_id = $1 and row_no > $2 order by row_no limit 1000',
        values: [run.row.id, after],
      });
      if (batch.length === 0) return;
      after = batch.at(-1)?.row_no ?? after;
      yield batch.map((one) => [
        String(one.row_no),
        one.reasons
          .map((reason) => `${reason.field ? `${run.say(labelKey(resource, reason.field))}: ` : ''}${reason.msg}`)
          .join('; '),
        ...one.raw,
      ]);
    }
  }
  const path = join(tmpdir(), `mulian-errors-${run.row.id}-${run.row.attempts}.xlsx`);
  const columnsOut = [
    { header: run.say('sheet.row'), kind: 'text' as const, width: 8 },
    { header: run.say('sheet.reason'), kind: 'text' as const, width: 48 },
    ...named.map((column) => ({ ...column, kind: 'text' as const })),
  ];
  try {
    await pipeline(
      writeWorkbook([{ name: run.say('sheet.errors'), columns: columnsOut, rows: rows() }]),
      createWriteStream(path),
    );
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

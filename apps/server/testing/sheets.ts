import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkbook } from '#kit/server/sheets/read-workbook.ts';
import type { Person } from './world.ts';

/** What a workbook holds, its heading first. */
export async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  const path = join(tmpdir(), `${randomUUID()}.xlsx`);
  writeFileSync(path, bytes);
  const rows: unknown[][] = [];
  for await (const batch of readWorkbook(path, 200_000)) rows.push(...batch.map((row) => row.values));
  rmSync(path);
  return rows;
}

/** The job once nothing more happens to it. */
export async function jobEnded(person: Person, jobId: number) {
  for (;;) {
    const { data } = await person.get(`sys/job/${jobId}`);
    if (!['queued', 'running'].includes(data.status)) return data;
    await new Promise((done) => setTimeout(done, 100));
  }
}

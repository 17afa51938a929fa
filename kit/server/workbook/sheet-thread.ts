import { parentPort, workerData } from 'node:worker_threads';
import { type CellValue, type SheetColumn, writeWorkbook } from '../sheets/write-workbook.ts';

/** Runs in its own thread: asks for rows, batch by batch, and hands the workbook over as fast as it is taken. */
const { sheets } = workerData as { sheets: readonly { name: string; columns: readonly SheetColumn[] }[] };
const port = parentPort;
if (!port) throw new Error('sheet-thread runs as a thread');

type Batch = CellValue[][] | null;
let takeRows = (_: Batch): void => {};
let takeTurn = (): void => {};
let turns = 0;
port.on('message', (message: { rows: Batch } | 'taken') => {
  if (message !== 'taken') return takeRows(message.rows);
  turns += 1;
  takeTurn();
});

function rowsOf(index: number): Promise<Batch> {
  const answer = new Promise<Batch>((resolve) => {
    takeRows = resolve;
  });
  port?.postMessage({ wanted: index });
  return answer;
}

async function* rows(index: number): AsyncGenerator<CellValue[][]> {
  let batch = await rowsOf(index);
  while (batch) {
    // The next one is made while this one is written.
    const ahead = rowsOf(index);
    yield batch;
    batch = await ahead;
  }
}

for await (const chunk of writeWorkbook(sheets.map((sheet, index) => ({ ...sheet, rows: rows(index) })))) {
  while (turns === 0)
    await new Promise<void>((resolve) => {
      takeTurn = resolve;
    });
  turns -= 1;
  port.postMessage({ chunk });
}
port.postMessage({ done: true });
port.close();

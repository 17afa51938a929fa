import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Sheet } from '../sheets/write-workbook.ts';

interface Said {
  wanted?: number;
  chunk?: Uint8Array;
  done?: true;
}

/**
 * As `writeWorkbook`, in a thread of its own: text, checksum and compression of a large sheet are two fifths of an export and need
 * not hold up whoever reads the rows. Starting the thread costs more than a few thousand rows do.
 */
export function writeWorkbookAside(sheets: readonly Sheet[]): Readable {
  const worker = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: { sheets: sheets.map(({ name, columns }) => ({ name, columns })) },
  });
  const sources = sheets.map(({ rows }) =>
    Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator](),
  );
  let isWhole = false;
  const stream = new Readable({
    highWaterMark: 256 * 1024,
    read: () => worker.postMessage('taken'),
    destroy: (error, done) => {
      // Rows that are being read are let go of first; whoever reads them waits for nothing any more.
      const left = Promise.allSettled([worker.terminate(), ...(isWhole ? [] : sources.map((one) => one.return?.()))]);
      left.then(() => done(error), done);
    },
  });
  const hand = async (wanted: number) => {
    const next = await sources[wanted]?.next();
    worker.postMessage({ rows: next && !next.done ? next.value : null });
  };
  worker.on('message', ({ wanted, chunk, done }: Said) => {
    if (wanted !== undefined) hand(wanted).catch((error: unknown) => stream.destroy(error as Error));
    if (chunk) stream.push(chunk);
    if (!done) return;
    isWhole = true;
    stream.push(null);
  });
  worker.on('error', (error) => stream.destroy(error as Error));
  worker.on('exit', () => {
    if (!isWhole && !stream.destroyed) stream.destroy(new Error('the thread that writes the sheet ended'));
  });
  return stream;
}

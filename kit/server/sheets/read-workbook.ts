import { Worker } from 'node:worker_threads';
import yauzl from 'yauzl';
import { refusal } from '#kit/contract/errors.ts';

/** Limits of a spreadsheet that comes in. Its directory is read before anything is unpacked. */
const limits = { bytes: 200 * 1024 * 1024, entries: 200, ratio: 100 } as const;
const memoryMb = 384;
const timeoutMs = 120_000;

const tooBig = () => refusal('sheet.tooBig', 'sheet.tooBig');
const unreadable = () => refusal('sheet.unreadable', 'sheet.unreadable');

/** Refuses bombs by what the zip says of itself; what lies is stopped by the reader's memory and time. */
export async function checkZip(path: string, size: number): Promise<void> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, file) => (error ? reject(unreadable()) : resolve(file))),
  );
  let unpacked = 0;
  let entries = 0;
  let sheets = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: yauzl.Entry) => {
        entries += 1;
        unpacked += entry.uncompressedSize;
        if (/^xl\/worksheets\//.test(entry.fileName)) sheets += 1;
        if (/vbaProject\.bin$|^xl\/externalLinks\//.test(entry.fileName)) return reject(unreadable());
        if (entries > limits.entries || unpacked > limits.bytes || unpacked > Math.max(size, 10_000) * limits.ratio)
          return reject(tooBig());
        zip.readEntry();
      });
      zip.on('end', resolve);
      zip.on('error', () => reject(unreadable()));
      zip.readEntry();
    });
  } finally {
    zip.close();
  }
  if (sheets === 0) throw unreadable();
}

export type RawCell = string | number | boolean | null;
export interface RawRow {
  /** Row number as the spreadsheet shows it. */
  number: number;
  values: RawCell[];
}

/**
 * Rows of the first sheet in batches, parsed in a thread of its own with limited memory and time: a file made to be slow or
 * large ends the thread, not the program.
 */
export async function* readWorkbook(path: string, maxRows: number, batchSize = 500): AsyncGenerator<RawRow[]> {
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: { path, batchSize, maxRows },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const waiting: ((step: Step) => void)[] = [];
  const ready: Step[] = [];
  const give = (step: Step) => {
    const taker = waiting.shift();
    if (taker) taker(step);
    else ready.push(step);
  };
  worker.on('message', (message: Step) => give(message));
  worker.on('error', () => give({ failed: 'tooBig' }));
  worker.on('exit', () => give({ failed: 'unreadable' }));
  // Only the thread's own time counts: whoever takes the rows may need minutes to save them.
  let left = timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  const next = async (): Promise<Step> => {
    const began = performance.now();
    timer = setTimeout(() => void worker.terminate(), left);
    const step = ready.shift() ?? (await new Promise<Step>((resolve) => waiting.push(resolve)));
    clearTimeout(timer);
    left -= performance.now() - began;
    return step;
  };
  try {
    for (;;) {
      const step = await next();
      if (step.rows) {
        yield step.rows;
        worker.postMessage('more');
      } else if (step.done) return;
      else throw step.failed === 'tooBig' ? tooBig() : unreadable();
    }
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

interface Step {
  rows?: RawRow[];
  done?: true;
  failed?: string;
}

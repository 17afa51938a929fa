import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';

/** Runs in its own thread: reads one sheet and hands over a batch each time the other side asks for more. */
const { path, batchSize, maxRows } = workerData as { path: string; batchSize: number; maxRows: number };
const port = parentPort;
if (!port) throw new Error('parse-thread runs as a thread');

const asked = () => new Promise<void>((resolve) => port.once('message', () => resolve()));

const plain = (value: unknown) =>
  value instanceof Date
    ? value.toISOString().replace('.000Z', '')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;

try {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  let batch: { number: number; values: unknown[] }[] = [];
  let seen = 0;
  for await (const row of streamXlsxRows(body)) {
    const values = row.values.slice(0, 200).map(plain);
    if (values.every((value) => value === null || value === '')) continue;
    seen += 1;
    // One more than allowed tells the other side that there are too many.
    if (seen > maxRows + 2) break;
    batch.push({ number: row.index + 1, values });
    if (batch.length < batchSize) continue;
    port.postMessage({ rows: batch });
    batch = [];
    await asked();
  }
  if (batch.length > 0) {
    port.postMessage({ rows: batch });
    await asked();
  }
  port.postMessage({ done: true });
} catch {
  port.postMessage({ failed: 'unreadable' });
}

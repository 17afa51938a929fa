import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  /** Pulled only as fast as the file is taken away. */
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** What a directory says of a part once it has been written. */
interface Written {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  size: number;
  packed: number;
}

/** Names are UTF-8, and sizes stand after the bytes: nobody knows them before. */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01, the first day a zip can name: the same rows make the same file. */
const day = 0x21;
const most = 0xffffffff;

/** Fields one after the other, little endian: two bytes, four or eight. */
function fields(...list: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const out = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of list) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}

async function* packed(part: ZipPart, told: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const text of part.content) {
      const bytes = Buffer.from(text);
      told.crc = crc32(bytes, told.crc);
      told.size += bytes.length;
      yield bytes;
    }
  }
  // Fast rather than small: a workbook of a million rows waits for this.
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
  // An error of the rows reaches whoever reads below; here there is nobody to tell.
  pipeline(Readable.from(counted()), deflate, () => {});
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    told.packed += chunk.length;
    yield chunk;
  }
}

const isLarge = (told: Written, largest: number) => Math.max(told.size, told.packed, told.at) >= largest;

const localHeader = (name: Buffer) =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, 45], [2, flags], [2, deflated], [2, 0], [2, day], [4, 0], [4, 0], [4, 0]),
    fields([2, name.length], [2, 0]),
    name,
  ]);

function sizesAfter(told: Written, largest: number): Buffer {
  const bytes = Math.max(told.size, told.packed) >= largest ? 8 : 4;
  return fields([4, 0x08074b50], [4, told.crc], [bytes, told.packed], [bytes, told.size]);
}

function directoryEntry(told: Written, largest: number): Buffer {
  const large = isLarge(told, largest);
  const extra = large ? fields([2, 1], [2, 24], [8, told.size], [8, told.packed], [8, told.at]) : Buffer.alloc(0);
  const [size, bytes, at] = large ? [most, most, most] : [told.size, told.packed, told.at];
  return Buffer.concat([
    fields([4, 0x02014b50], [2, 0x032d], [2, 45], [2, flags], [2, deflated], [2, 0], [2, day]),
    fields([4, told.crc], [4, bytes], [4, size], [2, told.name.length], [2, extra.length]),
    // No comment, first disk, no attributes but: a file anybody may read.
    fields([2, 0], [2, 0], [2, 0], [4, 0o100644 * 0x10000], [4, at]),
    told.name,
    extra,
  ]);
}

function ending(count: number, size: number, at: number, large: boolean): Buffer {
  const end = (entries: number, bytes: number, from: number) =>
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, from], [2, 0]);
  if (!large) return end(count, size, at);
  return Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, 0x032d], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, at]),
    fields([4, 0x07064b50], [4, 0], [8, at + size], [4, 1]),
    end(0xffff, most, most),
  ]);
}

/**
 * A zip file piece by piece, one part after the other. Checksums are the runtime's own: in script they were a tenth of an export.
 * From `largest` bytes on, sizes are written as zip64 writes them.
 */
export async function* zipOf(parts: readonly ZipPart[], largest = most): AsyncGenerator<Buffer> {
  const directory: Written[] = [];
  let at = 0;
  for (const part of parts) {
    const told: Written = { name: Buffer.from(part.name), at, crc: 0, size: 0, packed: 0 };
    directory.push(told);
    const header = localHeader(told.name);
    yield header;
    yield* packed(part, told);
    const after = sizesAfter(told, largest);
    yield after;
    at += header.length + told.packed + after.length;
  }
  const entries = Buffer.concat(directory.map((told) => directoryEntry(told, largest)));
  const large = at >= largest || directory.some((told) => isLarge(told, largest));
  yield Buffer.concat([entries, ending(directory.length, entries.length, at, large)]);
}

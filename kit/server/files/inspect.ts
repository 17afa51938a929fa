import { open, readFile, stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '#kit/contract/errors.ts';
import { cleanSvg, looksLikeSvg } from './svg.ts';

/** What a file is, told by its content. Its name and the type the sender claims decide nothing. */
export interface Kind {
  readonly family: 'image' | 'document' | 'video' | 'audio' | 'drawing';
  readonly mime: string;
  /** Endings a name may have; the first is put behind a name that has none of them. */
  readonly endings: readonly string[];
  readonly megabytes: number;
}

const office = 'application/vnd.openxmlformats-officedocument';
const kind = (family: Kind['family'], mime: string, megabytes: number, ...endings: string[]): Kind => ({
  family,
  mime,
  endings,
  megabytes,
});

export const jpeg = kind('image', 'image/jpeg', 10, 'jpg', 'jpeg');

/** By the name the detection gives; whatever is not here is refused. */
const kinds: Readonly<Record<string, Kind>> = {
  jpg: jpeg,
  png: kind('image', 'image/png', 10, 'png'),
  webp: kind('image', 'image/webp', 10, 'webp'),
  heic: kind('image', 'image/heic', 10, 'heic', 'heif'),
  pdf: kind('document', 'application/pdf', 50, 'pdf'),
  xlsx: kind('document', `${office}.spreadsheetml.sheet`, 50, 'xlsx'),
  docx: kind('document', `${office}.wordprocessingml.document`, 50, 'docx'),
  zip: kind('document', 'application/zip', 50, 'zip'),
  mp4: kind('video', 'video/mp4', 500, 'mp4'),
  m4a: kind('audio', 'audio/mp4', 20, 'm4a'),
  mp3: kind('audio', 'audio/mpeg', 20, 'mp3'),
  wav: kind('audio', 'audio/wav', 20, 'wav'),
};
const svg = kind('drawing', 'image/svg+xml', 0.2, 'svg');
const zipped = new Set(['xlsx', 'docx', 'zip']);

export const maxUploadBytes = 500 * 1024 * 1024;

export const wrongType = () =>
  new AppError(422, 'error.fileType', { errors: [{ field: 'file', key: 'error.fileType' }] });
const tooLarge = (megabytes: number) => new AppError(413, 'error.tooLarge', { args: { n: megabytes } });

export async function inspect(path: string): Promise<Kind> {
  const { size } = await stat(path);
  if (size === 0) throw new AppError(422, 'file.empty', { errors: [{ field: 'file', key: 'file.empty' }] });
  // The detection throws at some malformed files; a file it cannot read is one we do not take.
  const detected = await fileTypeFromFile(path).catch(() => undefined);
  const found = kinds[detected?.ext ?? ''];
  if (!found) throw wrongType();
  if (size > found.megabytes * 1024 * 1024) throw tooLarge(found.megabytes);
  if (!zipped.has(found.endings[0] ?? '') && (await hasSecondNature(path, size, found))) throw wrongType();
  return found;
}

/** A picture for a menu or a logo: an image, or a drawing that is made clean first. */
export async function inspectIcon(path: string): Promise<{ kind: Kind; clean?: string }> {
  const { size } = await stat(path);
  const head = await slice(path, 0, 512);
  if (!looksLikeSvg(head)) {
    const found = await inspect(path);
    if (found.family !== 'image') throw wrongType();
    return { kind: found };
  }
  if (size > svg.megabytes * 1024 * 1024) throw tooLarge(svg.megabytes);
  const clean = cleanSvg(await readFile(path, 'utf8'));
  if (clean === null) throw wrongType();
  return { kind: svg, clean };
}

/**
 * One file that is two: a zip hung behind a picture, a page or a PDF whose reader forgives what stands before its header.
 * Pictures are drawn anew anyway; the others are stored as they came.
 */
async function hasSecondNature(path: string, size: number, { mime }: Kind): Promise<boolean> {
  const head = (await slice(path, 0, 1024)).toString('latin1').toLowerCase();
  if (mime !== 'application/pdf' && head.includes('%pdf-')) return true;
  if (/<(!doctype|html|head|body|script|iframe|svg|\?php)\b/.test(head)) return true;
  return endsAsZip(await slice(path, Math.max(0, size - longestZipEnd), longestZipEnd));
}

const longestZipEnd = 22 + 0xffff;

function endsAsZip(tail: Buffer): boolean {
  const signature = Buffer.from('PK\x05\x06', 'latin1');
  for (let at = tail.lastIndexOf(signature); at >= 0; at = at > 0 ? tail.lastIndexOf(signature, at - 1) : -1) {
    // The record ends with a comment of the length it names, and that is the end of the file.
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

async function slice(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#kit/contract/errors.ts';
import { readExif, type Taken } from './exif.ts';
import { jpeg, type Kind, wrongType } from './inspect.ts';
import { dhashOf } from './prints.ts';

const maxPixels = 40_000_000;
const thumbSide = 320;
const quality = 85;
/** Above this a JPEG is coded in one pass: somewhat larger, with a third of the memory or less. */
const pixelsForTwoPasses = 16_000_000;
const pixelsAtOnce = 24_000_000;

/** Thumbnails are all of this type, whatever their picture is. */
export const thumbMime = 'image/webp';

// Every upload is another file: kept operations would only hold memory.
sharp.cache(false);

export interface Photo {
  readonly kind: Kind;
  readonly path: string;
  readonly thumbPath: string;
  readonly taken: Taken;
  readonly dhash: string;
}

/**
 * Draws a picture anew, upright, without a word about where, when and with what it was taken, and a small one beside it.
 * What the camera had noted comes back apart, for the file's row.
 */
export async function redraw(path: string, kind: Kind, folder: string): Promise<Photo> {
  // The library decodes only pictures of free formats; what it cannot read is not taken, rather than kept unread.
  const about = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!about) throw wrongType();
  const pixels = about.width * about.height;
  if (pixels > maxPixels) {
    const args = { n: maxPixels / 1_000_000 };
    throw new AppError(422, 'file.pixels', { args, errors: [{ field: 'file', key: 'file.pixels', args }] });
  }
  const drawn = { path: join(folder, 'picture'), thumbPath: join(folder, 'thumb') };
  await inTurn(pixels, () => draw(path, kind.mime, pixels, drawn));
  const dhash = await dhashOf(drawn.thumbPath);
  // Pictures of phones that no browser shows become what every browser shows.
  return { ...drawn, dhash, kind: kind.mime === 'image/heic' ? jpeg : kind, taken: readExif(about.exif) };
}

async function draw(
  path: string,
  mime: string,
  pixels: number,
  to: { path: string; thumbPath: string },
): Promise<void> {
  try {
    const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: 20 }).autoOrient();
    await encode(picture, mime, pixels).toFile(to.path);
    await sharp(to.path)
      .resize(thumbSide, thumbSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toFile(to.thumbPath);
  } catch {
    if (mime === 'image/heic') throw wrongType();
    throw new AppError(422, 'file.broken', { errors: [{ field: 'file', key: 'file.broken' }] });
  }
}

function encode(picture: Sharp, mime: string, pixels: number): Sharp {
  if (mime === 'image/png') return picture.png();
  if (mime === 'image/webp') return picture.webp({ quality });
  return picture.jpeg({ quality, optimizeCoding: pixels <= pixelsForTwoPasses });
}

// Memory goes by pixels, so they are counted: one large picture, or a few of a phone's at once; the others wait their turn.
let drawing = 0;
const waiting: { pixels: number; start: () => void }[] = [];
const fits = (pixels: number) => drawing === 0 || drawing + pixels <= pixelsAtOnce;

async function inTurn<T>(pixels: number, work: () => Promise<T>): Promise<T> {
  if (waiting.length === 0 && fits(pixels)) drawing += pixels;
  else await new Promise<void>((start) => waiting.push({ pixels, start }));
  try {
    return await work();
  } finally {
    drawing -= pixels;
    for (let next = waiting[0]; next && fits(next.pixels); next = waiting[0]) {
      waiting.shift();
      drawing += next.pixels;
      next.start();
    }
  }
}

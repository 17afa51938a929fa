import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import yazl from 'yazl';

/** Files of every kind, and files that only pretend. */

const bytes = (text: string) => Buffer.from(text, 'latin1');

export interface Exif {
  time?: string;
  offset?: string;
  place?: boolean;
}

export async function photo(
  type: 'jpeg' | 'png' | 'webp' = 'jpeg',
  exif?: Exif,
  width = 1200,
  height = 800,
): Promise<Buffer> {
  const background = { r: 90, g: 140, b: 60 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  if (exif) {
    picture.withExif({
      IFD0: { Make: 'Tester', Model: 'Pocket camera 7', ImageDescription: 'secret-note' },
      IFD2: {
        ...(exif.time ? { DateTimeOriginal: exif.time } : {}),
        ...(exif.offset ? { OffsetTimeOriginal: exif.offset } : {}),
      },
      ...(exif.place
        ? {
            IFD3: {
              GPSLatitudeRef: 'N',
              GPSLatitude: '43/1 39/1 36/1',
              GPSLongitudeRef: 'E',
              GPSLongitude: '122/1 14/1 2400/100',
            },
          }
        : {}),
    });
  }
  return picture.toFormat(type).toBuffer();
}

export async function zip(entries: Record<string, string>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, text] of Object.entries(entries)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const openXml = (part: string, type: string) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.${type}.main+xml"/></Types>`,
    [part]: '<x/>',
  });
export const xlsx = () => openXml('xl/workbook.xml', 'openxmlformats-officedocument.spreadsheetml.sheet');
export const docx = () => openXml('word/document.xml', 'openxmlformats-officedocument.wordprocessingml.document');
export const xlsm = () => openXml('xl/workbook.xml', 'ms-excel.sheet.macroEnabled');

export const pdf = () =>
  bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const box = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const media = (brand: string) =>
  Buffer.concat([box('ftyp', bytes(`${brand}\0\0\0\0isommp42`)), box('mdat', Buffer.alloc(4000, 7))]);
export const mp4 = () => media('isom');
export const m4a = () => media('M4A ');
export const heic = () => media('heic');
export const quickTime = () => media('qt  ');
export const mp3 = () =>
  Buffer.concat(
    Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
  );
export const wav = () => {
  const body = Buffer.alloc(44 + 800);
  body.write('RIFF', 0, 'latin1');
  body.writeUInt32LE(body.length - 8, 4);
  body.write('WAVEfmt ', 8, 'latin1');
  body.writeUInt32LE(16, 16);
  return body;
};

export const exe = () => Buffer.concat([bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'), Buffer.alloc(2000)]);
export const html = () => bytes('<!DOCTYPE html><html><script>alert(1)</script></html>');
export const gif = () => bytes('GIF89a\x01\0\x01\0\0\0\0;');
export const svg = (inside = '<path d="M0 0h10v10z" fill="#2F9E58"/>', root = '') =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${root}>${inside}</svg>`,
  );

/** A few kilobytes that unpack to the pixels of a town map. */
export function pngBomb(side = 20_000): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    const named = Buffer.concat([bytes(name), body]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    bytes('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A form as a browser sends it; the file's name goes out as it is, whatever is in it. */
export function form(
  file: Buffer | null,
  name: string,
  fields: Record<string, string> = {},
  type = 'application/octet-stream',
) {
  const boundary = 'mulianTestBoundary7';
  const parts: Buffer[] = Object.entries(fields).map(([key, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(head), file, bytes('\r\n'));
  }
  return {
    payload: Buffer.concat([...parts, bytes(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

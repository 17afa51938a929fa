import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface MediaParts {
  /** The folder below which recordings and live pieces lie, a folder for each channel. */
  readonly root: string;
  /** Signs addresses; the same in every process of an installation. */
  readonly signingKey: string;
}

/** Says whether a grant still holds; asked for every address at most every few seconds. */
type Guard = (grant: string, folder: string) => Promise<boolean>;

let provided: MediaParts | null = null;
const guards = new Map<string, Guard>();

/** Given once at start, by whoever puts the program together. */
export function provideMedia(parts: MediaParts): void {
  provided = parts;
}

function mediaParts(): MediaParts {
  if (!provided) throw new Error('no folder of media provided');
  return provided;
}

/**
 * Who gives grants says whether they still hold: what is taken back stops playing within seconds, not when the address runs out.
 *
 * @example
 * registerMediaGuard('device', async (grant) => (await openGrants()).has(grant));
 */
export function registerMediaGuard(module: string, guard: Guard): void {
  guards.set(module, guard);
}

export interface MediaLink {
  /** Below the folder of media: `1505/camera-7`. */
  readonly folder: string;
  /** The module whose guard is asked, and by which word of its own it knows to whom this was given. */
  readonly module: string;
  readonly grant: string;
  readonly seconds: number;
}

/** A part of a path: neither hidden, nor above, nor anything but a plain name. */
const plainName = /^\w[\w.-]{0,120}$/;
const isPlain = (path: string) => path.split('/').every((one) => plainName.test(one) && !one.includes('..'));
const longest = 86_400;

function signature(folder: string, module: string, grant: string, expires: number): string {
  const words = ['media', folder, module, grant, expires].join('\n');
  return createHmac('sha256', mediaParts().signingKey).update(words).digest('base64url');
}

/**
 * The address of a folder of media, for as long as it says. It ends with a slash: a playlist in it names its pieces beside itself, so one signature
 * serves them all.
 *
 * @example
 * const address = `${signMedia({ folder: '1505/camera-7', module: 'device', grant: 'view-12', seconds: 600 })}index.m3u8`;
 */
export function signMedia({ folder, module, grant, seconds }: MediaLink, now = Date.now()): string {
  if (!isPlain(folder) || !plainName.test(module) || !plainName.test(grant)) throw new Error(`no media at ${folder}`);
  const expires = Math.floor(now / 1000) + Math.min(seconds, longest);
  const sig = signature(folder, module, grant, expires);
  return `/api/media/${expires}/${module}/${grant}/${sig}/${folder}/`;
}

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  webm: 'video/webm',
  aac: 'audio/aac',
  wav: 'audio/wav',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

const guardAge = 5_000;
const mostKept = 10_000;
const kept = new Map<string, { readonly at: number; readonly holds: Promise<boolean> }>();

function holds(module: string, grant: string, folder: string): Promise<boolean> {
  const name = [module, grant, folder].join('\n');
  const known = kept.get(name);
  if (known && Date.now() - known.at < guardAge) return known.holds;
  if (kept.size >= mostKept) kept.clear();
  const answer = guards.get(module)?.(grant, folder) ?? Promise.resolve(false);
  answer.catch(() => kept.delete(name));
  kept.set(name, { at: Date.now(), holds: answer });
  return answer;
}

interface Asked {
  readonly expires: string;
  readonly module: string;
  readonly grant: string;
  readonly sig: string;
  readonly '*': string;
}

/** The longest folder of the path that was signed; playlists may lie in folders below it. */
function signedFolder({ expires, module, grant, sig, '*': path }: Asked): string | null {
  if (!isPlain(path) || Number(expires) * 1000 < Date.now()) return null;
  const names = path.split('/');
  for (let depth = names.length - 1; depth > 0; depth -= 1) {
    const folder = names.slice(0, depth).join('/');
    const [ours, theirs] = [Buffer.from(signature(folder, module, grant, Number(expires))), Buffer.from(sig)];
    if (ours.length === theirs.length && timingSafeEqual(ours, theirs)) return folder;
  }
  return null;
}

/** Playlists and pieces, streamed from the disk to whoever has the address: a player sends no token with them. */
export function serveMedia(app: FastifyInstance): void {
  app.get<{ Params: Asked }>('/api/media/:expires/:module/:grant/:sig/*', async (request, reply) => {
    const { module, grant, '*': path } = request.params;
    const folder = signedFolder(request.params);
    const type = types[path.split('.').at(-1) ?? ''];
    if (folder === null || !type) return refuse(reply, folder === null ? 403 : 404);
    if (!(await holds(module, grant, folder))) return refuse(reply, 403);
    const file = join(mediaParts().root, path);
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return refuse(reply, 404);
    reply.headers({
      'content-type': type,
      'accept-ranges': 'bytes',
      // A live playlist changes with every piece; pieces do not, and belong to one viewer.
      'cache-control': path.endsWith('.m3u8') ? 'no-store' : 'private, max-age=60',
    });
    return send(reply, file, facts.size, request.headers.range);
  });
}

const refuse = (reply: FastifyReply, code: number) => reply.code(code).header('cache-control', 'no-store').send();

/** The whole, or the part a player jumps to. */
function send(reply: FastifyReply, file: string, size: number, range: string | undefined): FastifyReply {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!asked || (asked[1] === '' && asked[2] === ''))
    return reply.header('content-length', size).send(createReadStream(file));
  const [, from = '', to = ''] = asked;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send();
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    .send(createReadStream(file, { start, end }));
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileParts } from './provided.ts';

export const linkSeconds = 600;

/** What a signature speaks of: one file (or its small picture), for one session, until a moment. */
export interface SignedLink {
  readonly fileId: number;
  readonly sessionId: number;
  readonly thumb: boolean;
  /** Seconds since 1970. */
  readonly expires: number;
}

function signature(link: SignedLink): string {
  const words = ['file', link.fileId, link.sessionId, link.thumb ? 't' : '', link.expires].join('\n');
  return createHmac('sha256', fileParts().signingKey).update(words).digest('base64url');
}

/** The query of a link: `e` until when, `s` for which session, `t` the small picture, `sig`. */
export function signLink(about: Omit<SignedLink, 'expires'>, now = Date.now()): string {
  const link = { ...about, expires: Math.floor(now / 1000) + linkSeconds };
  return `e=${link.expires}&s=${link.sessionId}${link.thumb ? '&t=1' : ''}&sig=${signature(link)}`;
}

export function isSigned(link: SignedLink, sig: string, now = Date.now()): boolean {
  const [ours, theirs] = [Buffer.from(signature(link)), Buffer.from(sig)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) && link.expires * 1000 > now;
}

import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; the server keeps only the hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The header holds the token alone; third-party clients may send `Bearer `. */
export function tokenFrom(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer /i, '').trim();
  return token && token.length <= 100 ? token : null;
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Somebody without an account who was let in somewhere, for a while. */
export interface Guest {
  readonly tenantNo: number;
  readonly guestId: number;
}

let key: string | null = null;

/** Given once at start; the same in every process of an installation. */
export function provideGuestKey(signingKey: string): void {
  key = signingKey;
}

function signature(words: string): string {
  if (!key) throw new Error('no key for guests provided');
  return createHmac('sha256', key).update(`guest\n${words}`).digest('base64url');
}

/** What a guest shows with every call. It says who they are, not what they may: that is asked each time. */
export function guestToken({ tenantNo, guestId }: Guest, seconds: number, now = Date.now()): string {
  const words = `${tenantNo}.${guestId}.${Math.floor(now / 1000) + seconds}`;
  return `${words}.${signature(words)}`;
}

/** Null for what was not given by us, was changed or has run out. */
export function readGuest(token: string, now = Date.now()): Guest | null {
  const [tenantNo = '', guestId = '', expires = '', signed = ''] = token.split('.');
  const right = Buffer.from(signature(`${tenantNo}.${guestId}.${expires}`));
  const given = Buffer.from(signed);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return Number(expires) * 1000 > now ? { tenantNo: Number(tenantNo), guestId: Number(guestId) } : null;
}

/** As signals name them: no user has such a number. */
export const guestAddress = (guestId: number): number => -guestId;

import { randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Call } from '#kit/server/http/call.ts';
import { paramOf } from '../../reference/params.ts';
import { hashPassword } from './password.ts';

type Asker = Pick<Call, 'database' | 'actor'>;

/** How long a password is good that somebody else made, in the tenant whose account it opens. */
export const initialHours = ({ database, actor }: Asker, tenantNo = actor.tenantNo): Promise<number> =>
  paramOf(database, 'password.initialHours', tenantNo);

const letters = 'abcdefghijkmnpqrstuvwxyz';
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';

/** Twelve characters without look-alikes, of three kinds, in no order. */
export function makePassword(): string {
  const from = (set: string) => set[randomInt(set.length)] ?? '';
  const made = [from(letters), from(capitals), from(digits)];
  while (made.length < 12) made.push(from(letters + capitals + digits));
  for (let at = made.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [made[at], made[other]] = [made[other] ?? '', made[at] ?? ''];
  }
  return made.join('');
}

export interface Fresh {
  readonly password: string;
  readonly hash: string;
}

export async function freshPassword(): Promise<Fresh> {
  const password = makePassword();
  return { password, hash: await hashPassword(password) };
}

/**
 * For slips by the thousand. Seventy random bits need no slow hash, and the first login replaces both; the time a check takes stays
 * within what unknown names may differ by.
 */
export async function freshSlip(): Promise<Fresh> {
  const password = makePassword();
  return { password, hash: await hash(password, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 }) };
}

/** When a password made now ends, as it goes over the wire. */
export async function validUntil(call: Asker, tenantNo = call.actor.tenantNo): Promise<string> {
  const hours = await initialHours(call, tenantNo);
  const china = new Date(Date.now() + (hours + 8) * 3600_000).toISOString().slice(0, 19);
  return `${china}+08:00`;
}

/** Passwords made before a call's transaction was opened, and what became of them: never part of a row, a log or a stored answer. */
const slips = new WeakMap<object, { ready: Fresh[]; given: { id: number; password: string }[] }>();

export function layReady(call: Call, ready: Fresh[]): void {
  slips.set(call, { ready, given: [] });
}

/** The next one that lies ready, for this account; null where nobody prepared any. */
export function takeReady(call: Call, id: number | null): Fresh | null {
  const slip = slips.get(call);
  const next = slip?.ready.shift();
  if (!slip || !next) return null;
  slip.given.push({ id: id ?? 0, password: next.password });
  return next;
}

export const givenIn = (call: Call): { id: number; password: string }[] => slips.get(call)?.given ?? [];

import type { DataOf } from '#kit/contract/endpoint.ts';
import type { passwordPolicy } from '#modules/platform/contract/auth/session.ts';

export type Policy = DataOf<typeof passwordPolicy>;

/** What the server falls back to itself; shown until its own answer is here. */
export const usualPolicy: Policy = { minLength: 10, maxLength: 64, classes: 3, history: 5, maxAgeDays: 90 };

const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** The conditions that can be told while typing; the common and the former ones only the server knows. */
export function policyTicks(password: string, username: string, policy: Policy) {
  const length = [...password].length;
  return {
    length: length >= policy.minLength && length <= policy.maxLength,
    classes: classes.filter((kind) => kind.test(password)).length >= policy.classes,
    containsName: password !== '' && !(username && password.toLowerCase().includes(username.toLowerCase())),
  };
}

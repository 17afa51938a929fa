import type { AppError, TextArgs } from '#kit/contract/errors.ts';

/** Why something is refused, as a rule says it. Keys name texts of the module whose rule it is. */
export interface Cause {
  /** The rule, by its code. */
  readonly bizCode: string;
  readonly key: string;
  readonly args?: TextArgs;
  /** What to do about it. */
  readonly wayOut?: string;
  /** The page that shows what the rule rests on, and the right that opens it. */
  readonly evidence?: { readonly path: string; readonly permission: string };
  /** The sentence for whoever lacks that right: it names nobody. Without it they are told `key`. */
  readonly neutral?: string;
}

/** The same as a person is told it. */
export interface Reason {
  readonly guard: string;
  readonly words: string;
  readonly wayOut: string | null;
  readonly evidence: string | null;
}

interface Listener {
  say(key: string, args?: TextArgs): string;
  may(permission: string): boolean;
}

/**
 * What somebody is told of a rule: everything where they may see what it rests on, else a plain sentence.
 *
 * @example
 * const reason = tellReason({ say: call.say, may: (one) => call.actor.actions.has(one) }, block);
 */
export function tellReason({ say, may }: Listener, cause: Cause): Reason {
  const { bizCode, key, args, wayOut, evidence, neutral } = cause;
  const mayOpen = !evidence || may(evidence.permission);
  return {
    guard: bizCode,
    words: say(mayOpen ? key : (neutral ?? key), args),
    wayOut: wayOut ? say(wayOut, args) : null,
    evidence: evidence && mayOpen ? evidence.path : null,
  };
}

/** The sentence of a refusal: where it is that of its first cause, as that cause is told. */
export function toldText(listener: Listener, { key, args, data }: Pick<AppError, 'key' | 'args' | 'data'>): string {
  const { causes } = (data ?? {}) as { causes?: readonly Cause[] };
  const first = Array.isArray(causes) ? (causes[0] as Cause | undefined) : undefined;
  return first?.key === key ? tellReason(listener, first).words : listener.say(key, args);
}

/** The data of a refusal that carries causes, told. */
export function toldData(listener: Listener, data: unknown): unknown {
  const { causes } = (data ?? {}) as { causes?: readonly Cause[] };
  if (!Array.isArray(causes)) return data;
  const reasons = causes.map((one) => tellReason(listener, one));
  // Of many records the same is said once.
  const seen = new Map(reasons.map((one) => [`${one.guard} ${one.words}`, one]));
  return { reasons: [...seen.values()] };
}

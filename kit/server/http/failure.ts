import { z } from 'zod';
import type { Envelope } from '#kit/contract/envelope.ts';
import { AppError, type FieldError, invalid, staleVersion, type TextArgs } from '#kit/contract/errors.ts';
import type { Actor } from '../auth/actor.ts';
import { isDatabaseError } from '../db/database.ts';
import { serviceUnavailable } from '../service-unavailable.ts';
import type { Caller } from './call.ts';
import { toldData, toldText } from './reasons.ts';

/** Turns whatever was thrown into one of ours; null when it is a fault of the program. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return invalid(error.issues.flatMap(fieldErrors));
  if (isDatabaseError(error)) return fromDatabase(error);
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new AppError(413, 'error.tooLarge', { args: { n: 1 } });
  if (status === 429) return new AppError(429, 'error.tooOften', { args: { m: 1 } });
  if (status !== undefined && status >= 400 && status < 500) return new AppError(400, 'error.unreadable');
  return null;
}

/** What whoever waits at the other end is told; a job that meets the same must go on later and not take it for a refusal. */
export const asAnswer = (error: unknown): AppError | null =>
  asAppError(error) ?? (isUnavailable(error) ? serviceUnavailable() : null);

/** Nobody's refusal: what is away comes back, whoever was in the way goes on. Work nobody waits for is done again later. */
export const willPass = (error: unknown): boolean =>
  asAnswer(error)?.code === 503 || (isDatabaseError(error) && /^(40001|40P01|55P03)$/.test(error.code ?? ''));

/** The database is shutting down, starting, or out of connections, room or memory; the connection broke off or was not to be had. */
function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  if (
    typeof code === 'string' &&
    /^(57P0[123]|53[123]00|0800\d|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC|EDQUOT)$/.test(code)
  )
    return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message ?? '',
  );
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function fromDatabase(error: { code?: string | undefined; detail?: string | undefined }): AppError | null {
  switch (error.code) {
    case '23505': {
      const columns = /^Key \(([^)]*)\)/.exec(error.detail ?? '')?.[1]?.split(', ') ?? [];
      const column = columns.findLast((name) => name !== 'tenant_no') ?? 'id';
      return invalid([{ field: camel(column), key: 'error.duplicate' }]);
    }
    case '23503':
      return new AppError(409, 'error.inUse', { args: { name: '' } });
    case '23514':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
      return invalid([]);
    case '42501':
      // A row-level policy refused the new state of a row: it would lie outside the caller's jurisdiction.
      return new AppError(403, 'error.outsideJurisdiction');
    case '40001':
    case '40P01':
    case '55P03':
      return staleVersion();
    default:
      return null;
  }
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join('.');
  const say = (key: string, args?: TextArgs): FieldError[] => [
    { field, key: `error.field.${key}`, ...(args ? { args } : {}) },
  ];
  // A schema may say in words of its own what it wants.
  if (issue.message.startsWith('error.')) return [{ field, key: issue.message }];
  switch (issue.code) {
    case 'invalid_type':
      return say(issue.input === undefined ? 'required' : 'type');
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) <= 1) return say('required');
      return say(issue.origin === 'string' ? 'tooShort' : 'tooSmall', { n: Number(issue.minimum) });
    case 'too_big':
      return say(issue.origin === 'string' ? 'tooLong' : 'tooBig', { n: Number(issue.maximum) });
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), key: 'error.field.unknown' }));
    case 'invalid_union':
      return (issue.errors[0] ?? []).flatMap(fieldErrors);
    default:
      return say('pattern');
  }
}

/** The envelope of a refusal, in the caller's language, and the HTTP status that goes with it. */
export function refuse(caller: Caller, error: AppError, actor?: Actor): { status: number; envelope: Envelope } {
  const listener = { say: caller.say, may: (one: string) => actor?.actions.has(one) ?? false };
  const envelope: Envelope = {
    code: error.code,
    msg: toldText(listener, error),
    data: toldData(listener, error.data),
    traceId: caller.traceId,
  };
  if (error.bizCode) envelope.bizCode = error.bizCode;
  if (error.errors) {
    envelope.errors = error.errors.map((one) => ({ field: one.field, msg: caller.say(one.key, one.args) }));
  }
  // A business refusal was understood and decided: HTTP says all is well, the body's code says no.
  return { status: error.code === 500 && error.bizCode ? 200 : error.code, envelope };
}

export function fault(caller: Caller): { status: number; envelope: Envelope } {
  const msg = caller.say('error.fault', { traceId: caller.traceId });
  return { status: 500, envelope: { code: 500, msg, data: null, traceId: caller.traceId } };
}

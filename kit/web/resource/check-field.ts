import type { Field } from '#kit/contract/field.ts';
import type { T } from '#kit/web/i18n/i18n.ts';

const isMissing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Checks values by the contract's own schemas; says what to send, and what is wrong in the user's words. */
export function checkFields(names: readonly string[], fieldOf: (name: string) => Field, values: object, t: T) {
  const sent: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const name of names) {
    const field = fieldOf(name);
    const value = (values as Record<string, unknown>)[name];
    if (isMissing(value)) {
      if (field.optional) sent[name] = null;
      else problems[name] = t('error.field.required');
      continue;
    }
    const parsed = field.schema.safeParse(value);
    if (parsed.success) sent[name] = parsed.data;
    else problems[name] = problemOf(parsed.error.issues[0] as Issue | undefined, t);
  }
  return { sent, problems, isRight: Object.keys(problems).length === 0 };
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly origin?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

function problemOf(issue: Issue | undefined, t: T): string {
  if (issue?.message.startsWith('error.')) return t.any(issue.message);
  const isText = issue?.origin === 'string';
  switch (issue?.code) {
    case 'too_small':
      return t(isText ? 'error.field.tooShort' : 'error.field.tooSmall', { n: Number(issue.minimum) });
    case 'too_big':
      return t(isText ? 'error.field.tooLong' : 'error.field.tooBig', { n: Number(issue.maximum) });
    case 'invalid_format':
      return t('error.field.pattern');
    default:
      return t('error.field.type');
  }
}

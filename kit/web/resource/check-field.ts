import type { Field } from '#kit/contract/field.ts';
import type { T } from '#kit/web/i18n/i18n.ts';
import '#kit/web/schemas/real-zod.ts';

type Values = Readonly<Record<string, unknown>>;

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
    if (field.lines) {
      const { lines, found } = checkLines(name, field, value as Values[], t);
      if (Object.keys(found).length > 0) Object.assign(problems, { [name]: t('kit.linesWrong') }, found);
      else if (lines.length < (field.min ?? 0)) problems[name] = t('error.field.lines');
      sent[name] = lines;
      continue;
    }
    const parsed = field.schema.safeParse(value);
    if (parsed.success) sent[name] = parsed.data;
    else problems[name] = problemOf(parsed.error.issues[0] as Issue | undefined, t);
  }
  return { sent, problems, isRight: Object.keys(problems).length === 0 };
}

/** Lines nobody has filled in are left out; what is wrong stands under `<field>.<line>.<column>`. */
function checkLines(name: string, { lines: spec }: Field, value: readonly Values[], t: T) {
  const fields = spec?.fields ?? {};
  const columns = Object.keys(fields).filter((column) => !fields[column]?.derived);
  const found: Record<string, string> = {};
  const lines: Values[] = [];
  value.forEach((line, at) => {
    if (columns.every((column) => isMissing(line[column]))) return;
    const { sent, problems } = checkFields(columns, (column) => fields[column] as Field, line, t);
    for (const [column, problem] of Object.entries(problems)) found[`${name}.${at}.${column}`] = problem;
    lines.push(line.id ? { id: line.id, ...sent } : sent);
  });
  return { lines, found };
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

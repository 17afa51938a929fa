import type { Language } from '#kit/contract/envelope.ts';
import type { TextArgs } from '#kit/contract/errors.ts';
import type { LocalizedText } from '../common/localized-text.ts';
import { alarmKey, foldKeys, foldTemplateOf, templateOf } from './alarm-kind.ts';

/** What a sentence about an alarm is made of. */
export interface Told {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Above zero: many of one kind, told as one. */
  readonly members: number;
}

/** SQL of it over a row `t`; the list engine carries it as a code whose label is the sentence. */
export const toldSql = "jsonb_build_object('kind', t.kind, 'args', t.args, 'members', t.members)::text";

const plainArgs = (args: Told['args']): TextArgs =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'number' ? value : String(value ?? '')]),
  );

/** As `Texts.say` does it: `{{n, day|days}}` is a number with its word. */
const fill = (template: string, args: TextArgs) =>
  template.replace(/\{\{(\w+)(?:, ([^}|]+)\|([^}]+))?\}\}/g, (_, name: string, one?: string, many?: string) => {
    const value = String(args[name] ?? '');
    return one ? `${value} ${Number(value) === 1 ? one : many}` : value;
  });

/** For notices and tasks, which everybody reads in their own language. */
export function alarmNotice({ kind, args, members }: Told, part: 'title' | 'text'): LocalizedText {
  if (members === 0) return { key: alarmKey(kind, part), args: plainArgs(args) };
  return { key: foldKeys[part], args: { kind: `@${alarmKey(kind, 'name')}`, n: members } };
}

/** The sentence of a row in a reader's language. */
export function alarmSentence(code: string, part: 'title' | 'text', language: Language): string {
  const { kind, args, members } = JSON.parse(code) as Told;
  if (members > 0)
    return fill(foldTemplateOf(part, language), { kind: templateOf(kind, 'name', language), n: members });
  return fill(templateOf(kind, part, language), plainArgs(args));
}

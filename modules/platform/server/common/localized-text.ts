import type { TextArgs } from '#kit/contract/errors.ts';

/** A text as it stands, or the key of one and what fills it: then everybody reads it in their own language. */
export type LocalizedText = string | { readonly key: string; readonly args?: TextArgs };

/** What a row keeps of its texts, by field; null where they stand in the columns as they are. */
export type Texts = Readonly<Record<string, { readonly key: string; readonly args?: TextArgs }>> | null;

export function textsOf(words: Readonly<Record<string, LocalizedText>>): Texts {
  const keyed = Object.entries(words).filter((entry) => typeof entry[1] !== 'string');
  return keyed.length > 0 ? (Object.fromEntries(keyed) as Texts) : null;
}

export const plain = (words: LocalizedText): string => (typeof words === 'string' ? words : words.key);

export function read(
  texts: Texts,
  field: string,
  stored: string,
  say: (key: string, args?: TextArgs) => string,
): string {
  const words = texts?.[field];
  return words ? say(words.key, words.args) : stored;
}

/** Notices are shown as HTML; what the program says is text. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');

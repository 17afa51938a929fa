import type { SearchMatch } from '#modules/prevention/contract/home/search.ts';

/** The first of the texts that has the words in it. */
export function marked(words: string, texts: Readonly<Record<string, string | null>>): SearchMatch {
  const wanted = words.toLowerCase();
  for (const [field, text] of Object.entries(texts)) {
    // Numbers are known by their last digits.
    const from = /^\d+$/.test(wanted) ? text?.lastIndexOf(wanted) : text?.toLowerCase().indexOf(wanted);
    if (from !== undefined && from >= 0) return { field, from, to: from + wanted.length };
  }
  return null;
}

export const pattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

import { searchHash } from '#kit/server/pii/pii.ts';

const windows = (text: string, size: number): string[] =>
  Array.from({ length: text.length - size + 1 }, (_, at) => text.slice(at, at + size));

/** The parts of a word that the index knows: see `registry.grams_of`. */
export function gramsOf(keyword: string): string[] {
  const word = keyword.trim().toLowerCase();
  const isLatin = /^[a-z][a-z0-9]*$/.test(word);
  if (word.length <= 1) return [`^${word}`];
  if (isLatin && word.length > 2) return windows(word, 3);
  return windows(word, 2);
}

const isPhone = (word: string) => /^(1\d{10}|0\d{2,3}-?\d{7,8})$/.test(word);
const isIdCard = (word: string) => /^\d{17}[\dX]$/i.test(word);

/** A whole personal number is looked up by its hash. Names by their parts: every part is looked up in its index and the whole word is compared where all of them were found. */
export function nameMatch(keyword: string, add: (value: unknown) => string, tenantNo: number): string {
  const word = keyword.trim();
  if (isPhone(word)) return `t.contact_phone_hash = ${add(searchHash(word, tenantNo))}`;
  if (isIdCard(word)) return `t.contact_id_card_hash = ${add(searchHash(word.toUpperCase(), tenantNo))}`;
  // Longer words bring no better choice than their first parts, only more lookups.
  const parts = gramsOf(word)
    .slice(0, 4)
    .map(
      (gram) =>
        `exists (select 1 from registry.principal_gram g where g.tenant_no = t.tenant_no and g.gram = ${add(gram)} and g.county = t.county and g.principal_id = t.id)`,
    );
  if (word.length <= 1) return parts.join(' and ');
  const pattern = add(`%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return `${parts.join(' and ')} and (t.principal_unit_name ilike ${pattern} or t.contact_name ilike ${pattern} or t.name_pinyin ilike ${pattern})`;
}

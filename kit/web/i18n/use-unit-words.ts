import { useT } from '#kit/web/i18n/i18n.ts';

/** A unit in words; `n` says how many of it, since a language may have another word for one. */
export type UnitWords = (code: string, n?: number) => string;

/**
 * Units as the language says them, from the kit's words or a module's own. Signs such as `%` have no words and stay.
 *
 * @example
 * const unit = useUnitWords('depot.unit');
 * `${qty} ${unit('dose', qty)}`; // 1 dose, 4.5 doses
 */
export function useUnitWords(words = 'kit.unit'): UnitWords {
  const t = useT();
  return (code, n) => {
    const key = `${words}.${code}`;
    if (n === 1 && t.has(`${key}_one`)) return t.any(`${key}_one`);
    return t.has(key) ? t.any(key) : code;
  };
}

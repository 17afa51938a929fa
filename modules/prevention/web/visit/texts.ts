import type { TextArgs } from '#kit/contract/errors.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';

export type Words = (key: string, args?: TextArgs) => string;

export function useWords(): Words {
  const t = useT();
  return (key, args) => t.any(`prevention.visitForm.${key}`, args);
}

export function useLabel(dict: string): (value: string | null | undefined) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value ?? '-';
}

import { useDict } from '#kit/web/lookups/lookups.ts';

/** Codes of a dictionary in the reader's words. */
export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}
/** The same as choices. */
export function useChoices(dict: string): { value: string; label: string }[] {
  const { options } = useDict(dict);
  return options.map((one) => ({ value: one.dictValue, label: one.dictLabel }));
}

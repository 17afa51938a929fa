import { useDict } from '#kit/web/lookups/lookups.ts';

/** Codes of a dictionary in the reader's words. */
export function useDictLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}

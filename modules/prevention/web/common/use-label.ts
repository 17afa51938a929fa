import { useDict } from '#kit/web/lookups/lookups.ts';

/** Names a value of a dictionary. */
export function useLabel(dict: string): (value: string) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value;
}

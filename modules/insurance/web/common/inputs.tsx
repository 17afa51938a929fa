import { field } from '#kit/contract/field.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useDict } from '#kit/web/lookups/lookups.ts';

interface InputProps {
  readonly id?: string;
  readonly value?: number | null;
  onChange?(value: number | null): void;
}
const region = field.region();
/** A region, inside a form of antd. */
export function RegionInput({ id = 'region', value = null, onChange }: InputProps) {
  return (
    <RegionField
      id={id}
      field={region}
      value={value}
      onChange={(next) => onChange?.(next)}
      onBlur={() => {}}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}
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

import { field } from '#kit/contract/field.ts';
import { RegionField } from '#kit/web/fields/region.tsx';

interface Props {
  readonly id?: string;
  readonly value?: number | null;
  onChange?(value: number | null): void;
}

const region = field.region();

/** A region inside a form of antd, which gives value and change. */
export function RegionInput({ id = 'region', value = null, onChange }: Props) {
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

import { Input, Select } from 'antd';
import { type Field, field as make } from '#kit/contract/field.ts';
import { DictsField } from '#kit/web/fields/dict.tsx';
import { RefField } from '#kit/web/fields/ref.tsx';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { DateRange, NumberRange, type Range } from '#kit/web/ui/range-inputs.tsx';
import type { Filters } from './use-resource-list.ts';

const Region = fieldInputs.region;

interface FilterInputProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly values: Filters;
  onChange(changes: Readonly<Record<string, string>>): void;
}

/** The address has cents, as the call does. */
const inYuan = <R extends { value: Range; onChange(range: Range): void }>(range: R) => {
  const turn = ([low, high]: Range, by: (text: string) => string): Range => [low && by(low), high && by(high)];
  return {
    ...range,
    value: turn(range.value, (cents) => String(Number(cents) / 100)),
    onChange: (typed: Range) => range.onChange(turn(typed, (yuan) => String(Math.round(Number(yuan) * 100)))),
  };
};

/** One filter of a search form; values are texts by query name, as the address has them. */
export function FilterInput({ id, name, field, values, onChange }: FilterInputProps) {
  const t = useT();
  const value = values[name] ?? '';
  const set = (next: string | number | null | undefined) => onChange({ [name]: String(next ?? '') });
  const plain = { id, onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  const optional = { ...field, optional: true };
  const [from, to] = [`${name}From`, `${name}To`];
  const range = {
    id,
    value: [values[from] ?? '', values[to] ?? ''] as const,
    onChange: ([low, high]: Range) => onChange({ [from]: low, [to]: high }),
  };
  switch (field.kind) {
    case 'date':
    case 'dateTime':
      return <DateRange {...range} />;
    case 'int':
    case 'decimal':
      return <NumberRange {...range} />;
    case 'money':
      return <NumberRange {...inYuan(range)} />;
    case 'bool':
      return (
        <Select
          id={id}
          value={value || null}
          onChange={set}
          allowClear
          placeholder={t('kit.choose')}
          options={[
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]}
        />
      );
    case 'dict':
    case 'dicts':
    case 'state':
      return (
        <DictsField
          {...plain}
          field={make.dicts(field.dict ?? '', { optional: true })}
          value={value ? value.split(',') : null}
          onChange={(chosen) => set(chosen?.join(','))}
        />
      );
    case 'ref':
      return <RefField {...plain} field={optional} value={value ? Number(value) : null} onChange={set} />;
    case 'region':
      return <Region {...plain} field={optional} value={value ? Number(value) : null} onChange={set} />;
    case 'id':
    case 'text':
    case 'longText':
    case 'color':
    case 'point':
    case 'pii':
    case 'files':
    case 'lines':
    case 'json':
      return (
        <Input id={id} value={value} onChange={(event) => set(event.target.value)} allowClear autoComplete="off" />
      );
  }
}

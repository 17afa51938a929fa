import { DatePicker, Input, InputNumber, Select, Space } from 'antd';
import dayjs from 'dayjs';
import { type Field, field as make } from '#kit/contract/field.ts';
import { DictsField } from '#kit/web/fields/dict.tsx';
import { RefField } from '#kit/web/fields/ref.tsx';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { Filters } from './use-resource-list.ts';

interface FilterInputProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly values: Filters;
  onChange(changes: Readonly<Record<string, string>>): void;
}

/** One filter of a search form; values are texts by query name, as the address has them. */
export function FilterInput({ id, name, field, values, onChange }: FilterInputProps) {
  const t = useT();
  const value = values[name] ?? '';
  const set = (next: string | number | null | undefined) => onChange({ [name]: String(next ?? '') });
  const plain = { id, onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  const optional = { ...field, optional: true };
  switch (field.kind) {
    case 'date':
    case 'dateTime':
      return <DateRange id={id} name={name} values={values} onChange={onChange} />;
    case 'int':
    case 'decimal':
      return <NumberRange id={id} name={name} values={values} onChange={onChange} />;
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
      return <RegionField {...plain} field={optional} value={value ? Number(value) : null} onChange={set} />;
    case 'id':
    case 'text':
    case 'longText':
    case 'color':
    case 'point':
    case 'json':
      return (
        <Input id={id} value={value} onChange={(event) => set(event.target.value)} allowClear autoComplete="off" />
      );
  }
}

type RangeProps = Omit<FilterInputProps, 'field'>;

function DateRange({ id, name, values, onChange }: RangeProps) {
  const day = (text: string | undefined) => (text ? dayjs(text, dateFormat) : null);
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      value={[day(values[`${name}From`]), day(values[`${name}To`])]}
      onChange={(range) =>
        onChange({
          [`${name}From`]: range?.[0]?.format(dateFormat) ?? '',
          [`${name}To`]: range?.[1]?.format(dateFormat) ?? '',
        })
      }
      allowEmpty={[true, true]}
      format={dateFormat}
      style={{ width: '100%' }}
    />
  );
}

function NumberRange({ id, name, values, onChange }: RangeProps) {
  const t = useT();
  const input = (key: string, inputId: string, hint: string) => (
    <InputNumber
      id={inputId}
      value={values[key] ? Number(values[key]) : null}
      onChange={(number) => onChange({ [key]: String(number ?? '') })}
      placeholder={hint}
      aria-label={hint}
      style={{ width: '50%' }}
    />
  );
  return (
    <Space.Compact block>
      {input(`${name}From`, id, t('kit.from'))}
      {input(`${name}To`, `${id}-to`, t('kit.to'))}
    </Space.Compact>
  );
}

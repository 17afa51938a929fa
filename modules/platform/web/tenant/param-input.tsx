import { InputNumber, Select, Switch } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ParamRow } from '#modules/platform/contract/reference/params.ts';

const chosen = (value: string): string[] => JSON.parse(value || '[]') as string[];

/** Whether a value would be refused for its range. */
export function isParamWrong(row: ParamRow, value: string): boolean {
  const number = Number(value);
  return (
    row.valueType === 'int' && (!/^-?\d+$/.test(value) || number < (row.min ?? number) || number > (row.max ?? number))
  );
}

/** A parameter's value in the words of the reader. */
export function useParamText(): (row: ParamRow, value: string) => string {
  const t = useT();
  return (row, value) => {
    const label = (one: string) => row.choices.find(({ value: own }) => own === one)?.label ?? one;
    if (row.valueType === 'bool') return t(value === 'true' ? 'kit.yes' : 'kit.no');
    if (row.valueType === 'list') return chosen(value).map(label).join(', ') || t('platform.paramPage.none');
    return label(value);
  };
}

interface ParamInputProps {
  readonly id: string;
  readonly row: ParamRow;
  readonly value: string;
  onChange(value: string): void;
  readonly isWrong: boolean;
  readonly width: number;
  readonly size?: 'small';
  onEnter?(): void;
}

/** The input a parameter is changed with. */
export function ParamInput({ id, row, value, onChange, isWrong, width, size, onEnter }: ParamInputProps) {
  const common = {
    id,
    'aria-label': row.paramName,
    disabled: !row.mayEdit,
    style: { width, maxWidth: '100%' },
    ...(size && { size }),
  };
  if (row.valueType === 'bool') {
    return (
      <Switch
        id={id}
        aria-label={row.paramName}
        disabled={!row.mayEdit}
        checked={value === 'true'}
        onChange={(next) => onChange(String(next))}
      />
    );
  }
  if (row.valueType === 'int') {
    return (
      <InputNumber
        {...common}
        value={value === '' ? null : Number(value)}
        precision={0}
        onChange={(next) => onChange(next === null ? '' : String(next))}
        onPressEnter={() => onEnter?.()}
        {...(row.unit && { suffix: row.unit })}
        {...(isWrong && { status: 'error' as const })}
      />
    );
  }
  if (row.valueType === 'choice') {
    return <Select {...common} value={value} onChange={onChange} options={row.choices} />;
  }
  return (
    <Select
      {...common}
      mode="multiple"
      maxTagCount="responsive"
      value={chosen(value)}
      onChange={(next: string[]) => onChange(JSON.stringify(next))}
      options={row.choices}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

import { Select, Spin } from 'antd';
import { filterOf } from '#kit/contract/field.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { useKeyword } from '#kit/web/ui/use-keyword.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function RefField(props: FieldInputProps<number>) {
  const { id, field, value, values, onChange, onBlur, disabled } = props;
  const t = useT();
  const { keyword, isTyping, type } = useKeyword();
  const filter = field.where && filterOf(field.where, values ?? {});
  // What it depends on has not been chosen yet.
  const isWaiting = filter === null;
  const where = filter ? new URLSearchParams(filter).toString() : '';
  const { options, loading } = useRefOptions(field.ref ?? '', keyword, value, { where, enabled: !isWaiting });
  // Enter takes the first of what is offered: never of what an earlier word found.
  const isBehind = isTyping || (keyword !== '' && loading);
  return (
    <Select<number>
      id={id}
      value={value ?? null}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      onBlur={onBlur}
      disabled={disabled || isWaiting}
      options={isBehind ? [] : options.map(optionOf)}
      optionRender={optionWithHint}
      notFoundContent={isBehind ? <Spin size="small" /> : undefined}
      loading={loading || isBehind}
      showSearch={{ filterOption: false, onSearch: type }}
      allowClear
      placeholder={t(isWaiting ? 'kit.dependsFirst' : 'kit.searchAndChoose')}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}

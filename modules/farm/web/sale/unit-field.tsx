import { useQuery } from '@tanstack/react-query';
import { Flex, Select, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { unitChoice } from '#modules/farm/contract/sale/unit-choice.ts';

interface Props {
  readonly id?: string;
  readonly value?: number | null;
  /** How the chosen one is called, before anything was searched. */
  readonly name?: string | null;
  readonly type?: 'slaughterhouse';
  onChange?(id: number | null): void;
}

/** A unit by its name, also one the farm sees nothing else of. */
export function UnitChoice({ id, value, name, type, onChange }: Props) {
  const text = useTexts('registry.animalChangeForm');
  const language = useLanguage();
  const [keyword, setKeyword] = useDebounced('');
  const { data = [], isFetching } = useQuery({
    queryKey: ['farm.units', keyword, type, language],
    queryFn: () => call(unitChoice, { query: { keyword, ...(type && { type }) }, quiet: true }),
    enabled: keyword !== '',
  });
  const known = value && name && !data.some((one) => one.id === value) ? [{ value, label: name, one: null }] : [];
  return (
    <Select<number>
      {...(id && { id })}
      value={value ?? null}
      allowClear
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: (typed) => setKeyword(typed.trim()) }}
      placeholder={text('receiverHint')}
      notFoundContent={keyword === '' ? text('receiverHint') : undefined}
      onChange={(chosen?: number) => onChange?.(chosen ?? null)}
      options={[...known, ...data.map((one) => ({ value: one.id, label: one.name, one }))]}
      optionRender={({ data: { one, label } }) =>
        one ? (
          <Flex gap={8} align="baseline" wrap>
            <span>{one.name}</span>
            <Tag>{one.typeName}</Tag>
            <Typography.Text type="secondary">
              {[one.phoneTail && text('phoneTail', { tail: one.phoneTail }), one.regionName]
                .filter(Boolean)
                .join(' · ')}
            </Typography.Text>
          </Flex>
        ) : (
          label
        )
      }
      style={{ inlineSize: '100%' }}
    />
  );
}

/** The form as declared, with one field that names a unit by search. */
export function bodyWithUnit(field: string, nameField: string, type?: 'slaughterhouse') {
  return (form: ResourceForm, formId: string) => {
    const before = form.names.slice(0, form.names.indexOf(field));
    const rest = form.names.filter((name) => name !== field && !before.includes(name));
    return (
      <>
        <PlainFields form={form} formId={formId} but={[field, ...rest]} />
        {form.names.includes(field) && (
          <OwnField form={form} formId={formId} name={field}>
            <UnitChoice
              id={`${formId}-${field}`}
              value={form.values[field] as number | null}
              name={form.values[nameField] as string | null}
              {...(type && { type })}
              onChange={(id) => form.set(field, id)}
            />
          </OwnField>
        )}
        <PlainFields form={form} formId={formId} but={[field, ...before]} />
      </>
    );
  };
}

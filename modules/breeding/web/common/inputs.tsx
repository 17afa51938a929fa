import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { AnyResource } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';

interface InputProps {
  readonly id?: string;
  readonly value?: number | null;
  onChange?(value: number | null): void;
}

/** One of the few rows of a resource, named by its title. */
export function RowSelect({
  resource,
  query = {},
  id,
  value,
  onChange,
}: InputProps & { readonly resource: AnyResource; readonly query?: Readonly<Record<string, string>> }) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [...resourceKey(resource), 'choose', query, language],
    queryFn: async () =>
      (await callEnvelope(callOf(resource, 'list'), { query: { ...query, pageSize: '100' }, quiet: true } as never))
        .data as Record<string, unknown>[],
  });
  return (
    <Select
      {...(id && { id })}
      style={{ inlineSize: '100%' }}
      value={value ?? null}
      showSearch={{ optionFilterProp: 'label' }}
      options={(data ?? []).map((row) => ({ value: row.id as number, label: String(row[resource.title]) }))}
      onChange={(next: number | null) => onChange?.(next)}
    />
  );
}

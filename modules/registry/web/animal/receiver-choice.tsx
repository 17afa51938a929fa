import { useQuery } from '@tanstack/react-query';
import { Flex, Select, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { changeReceiver } from '#modules/registry/contract/animal-change.ts';

interface Props {
  readonly id: string;
  readonly value: number | null;
  onChange(id: number | null): void;
}

/** Who takes the animals: by name in the own area; beyond it enterprises by name, households by their whole number. */
export function ReceiverChoice({ id, value, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const [keyword, setKeyword] = useDebounced('');
  const { data, isFetching } = useQuery({
    queryKey: ['registry.receiver', keyword, language],
    queryFn: () => call(changeReceiver, { query: { keyword }, quiet: true }),
    enabled: keyword.length >= 2,
  });
  return (
    <Select<number>
      id={id}
      value={value}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      allowClear
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim()) }}
      placeholder={t.any('registry.animalChangeForm.receiverHint')}
      notFoundContent={keyword.length < 2 ? t.any('registry.animalChangeForm.receiverHint') : undefined}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.name, one }))}
      optionRender={({ data: { one } }) => (
        <Flex gap={8} align="baseline" wrap>
          <span>{one.name}</span>
          <Tag>{one.typeName}</Tag>
          <Typography.Text type="secondary">{one.regionName}</Typography.Text>
        </Flex>
      )}
      style={{ width: '100%' }}
    />
  );
}

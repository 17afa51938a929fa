import { useQuery } from '@tanstack/react-query';
import { Flex, Select, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { changeReceiver } from '#modules/registry/contract/change/animal-change.ts';
import { enterpriseAnywhere } from '#modules/registry/contract/principal/enterprise.ts';

interface Props {
  readonly id: string;
  readonly value: number | null;
  onChange(id: number | null): void;
}

interface Receiver {
  readonly id: number;
  readonly name: string;
  readonly typeName: string;
  readonly regionName: string;
  readonly phoneTail?: string | null;
  readonly heads?: number | null;
}

/** Who takes the animals: by name in the own village and area; beyond it enterprises by name or pinyin, households by their whole number. */
export function ReceiverChoice({ id, value, onChange }: Props) {
  const text = useTexts('registry.animalChangeForm');
  const [keyword, setKeyword] = useDebounced('');
  const { receivers, isFetching } = useReceivers(keyword);
  return (
    <Select<number>
      id={id}
      value={value}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      allowClear
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: (typed) => setKeyword(typed.trim()) }}
      placeholder={text('receiverHint')}
      notFoundContent={keyword === '' ? text('receiverHint') : undefined}
      options={receivers.map((one) => ({ value: one.id, label: one.name, one }))}
      optionRender={({ data: { one } }) => (
        <Flex gap={8} align="baseline" wrap>
          <span>{one.name}</span>
          <Tag>{one.typeName}</Tag>
          <Typography.Text type="secondary">
            {[
              // What tells namesakes apart comes first: a phone cuts the rest.
              one.phoneTail && text('phoneTail', { tail: one.phoneTail }),
              one.heads != null && text('heads', { n: one.heads }),
              one.regionName,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography.Text>
        </Flex>
      )}
      style={{ width: '100%' }}
    />
  );
}

/** Those of the own area first, then enterprises of the whole tenant. */
function useReceivers(keyword: string): { receivers: Receiver[]; isFetching: boolean } {
  const language = useLanguage();
  const types = useDict('principal_type').options;
  const { actions } = useSession();
  const enabled = keyword !== '' && actions.has('pri:animal:change');
  const near = useQuery({
    queryKey: ['registry.receiver', keyword, language],
    queryFn: () => call(changeReceiver, { query: { keyword }, quiet: true }),
    enabled,
  });
  const anywhere = useQuery({
    queryKey: ['registry.receiver', 'anywhere', keyword, language],
    queryFn: () => call(enterpriseAnywhere, { query: { keyword }, quiet: true }),
    enabled: keyword.length >= 2,
  });
  const known = new Set(near.data?.map((one) => one.id));
  const farther = (anywhere.data ?? [])
    .filter((one) => !known.has(one.id))
    .map(({ id, name, type, county }) => ({
      id,
      name,
      typeName: types.find((one) => one.dictValue === type)?.dictLabel ?? type,
      regionName: county ?? '',
    }));
  return { receivers: [...(near.data ?? []), ...farther], isFetching: near.isFetching || anywhere.isFetching };
}

import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalTags } from '#modules/registry/contract/animal/animal-life.ts';
import { DictName } from '../names.tsx';
import { EarTag } from './ear-tag.tsx';

/** Numbers it wears and wore. */
export function TagTable({ id }: { readonly id: number }) {
  const t = useT();
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(animal), 'tags', id],
    queryFn: () => call(animalTags, { params: { id }, quiet: true }),
  });
  const text = useTexts('registry.animalPage');
  return (
    <Table
      size="small"
      rowKey="tagNo"
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      columns={[
        { key: 'tagNo', title: text('tagNo'), render: (_, one) => <EarTag tag={one.tagNo} /> },
        {
          key: 'kind',
          title: t('registry.animalTagChange.tagKind'),
          render: (_, one) => <DictName dict="animal_tag_kind" value={one.tagKind} />,
        },
        { key: 'worn', title: t('registry.animal.tagWornOn'), dataIndex: 'wornOn' },
        { key: 'off', title: text('removedOn'), render: (_, one) => one.removedOn ?? text('worn') },
        {
          key: 'why',
          title: t('registry.animalTagChange.reason'),
          render: (_, one) => <DictName dict="tag_remove_reason" value={one.removeReason} />,
        },
      ]}
    />
  );
}

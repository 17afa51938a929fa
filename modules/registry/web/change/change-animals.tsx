import { useQuery } from '@tanstack/react-query';
import { Modal, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animalChange, changeLines } from '#modules/registry/contract/change/animal-change.ts';
import { DictName } from '../animal/names.tsx';
import { EarTag } from '../animal/tag/ear-tag.tsx';

export const linesQuery = (id: number) => ({
  queryKey: [...resourceKey(animalChange), 'lines', id],
  queryFn: () => call(changeLines, { query: { id } }),
});

/** The animals of a change. */
export function ChangeAnimals({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const { data, isPending } = useQuery(linesQuery(id));
  return (
    <Modal open title={t('registry.animalChangePage.animals')} footer={null} onCancel={onClose} width={640}>
      <Table
        size="small"
        rowKey="animalId"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        virtual={(data?.length ?? 0) > 100}
        scroll={{ y: 420 }}
        columns={[
          {
            key: 'tag',
            title: t('registry.animal.earTag'),
            render: (_, one) => (
              <PageLink to={`/pri/animal/detail?id=${one.animalId}`}>
                <EarTag tag={one.earTag} />
              </PageLink>
            ),
          },
          {
            key: 'species',
            title: t('registry.animal.species'),
            render: (_, one) => <DictName dict="species" value={one.species} />,
          },
          {
            key: 'sex',
            title: t('registry.animal.sex'),
            render: (_, one) => <DictName dict="animal_sex" value={one.sex} />,
          },
          {
            key: 'stage',
            title: t('registry.animal.stage'),
            render: (_, one) => <DictName dict="stage" value={one.stage} />,
          },
        ]}
      />
    </Modal>
  );
}

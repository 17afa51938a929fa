import { Drawer, Table } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { vacancies } from '#modules/registry/contract/grid/grid.ts';

type Vacancy = DataOf<typeof vacancies>['villages'][number];

interface Props {
  readonly job: string;
  readonly villages: readonly Vacancy[];
  onClose(): void;
}

/** Villages that lost their main worker and found no other; each leads to its grid, where one is named. */
export function VacancyDrawer({ job, villages, onClose }: Props) {
  const t = useT();
  return (
    <Drawer open title={t('registry.staff.vacanciesOf', { job })} size="min(640px, 100vw)" onClose={onClose}>
      <Table<Vacancy>
        size="small"
        rowKey="code"
        dataSource={[...villages]}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        locale={{ emptyText: t('registry.staff.noVacancies') }}
        columns={[
          { key: 'name', dataIndex: 'name', title: t('registry.gridPage.village') },
          {
            key: 'grid',
            title: t('registry.grid._title'),
            render: (_, one) => <PageLink to={`/pri/grid?grid=${one.gridId}`}>{one.gridName}</PageLink>,
          },
        ]}
      />
    </Drawer>
  );
}

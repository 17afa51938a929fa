import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import type { QueryInput } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type BookColumn, type stockBook, stockBookAnimals } from '#modules/registry/contract/animal/stock-book.ts';
import { DictName } from '../names.tsx';
import { EarTag } from '../tag/ear-tag.tsx';

/** A figure of the book: a column on some days. */
export interface BookCell {
  readonly column: BookColumn;
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly filter: QueryInput<typeof stockBook>;
  readonly cell: BookCell;
  onClose(): void;
}

/** The animals behind a figure. */
export function BookAnimals({ filter, cell, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const { column, from, to } = cell;
  const query = { ...(filter as object), column, from, to } as QueryInput<typeof stockBookAnimals>;
  const { data, isPending } = useQuery({
    queryKey: ['registry.ledgerAnimals', query],
    queryFn: () => call(stockBookAnimals, { query }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(640px, 100vw)"
      title={`${t.any(`registry.ledger.${column}`)} · ${from === to ? from : `${from} – ${to}`}`}
    >
      <Table
        size="small"
        rowKey={(one) => `${one.id} ${one.on}`}
        loading={isPending}
        dataSource={data ?? []}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        columns={[
          {
            key: 'tag',
            title: t('registry.animal.earTag'),
            render: (_, one) => (
              <PageLink to={`/pri/animal/detail?id=${one.id}`}>
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
            key: 'stage',
            title: t('registry.animal.stage'),
            render: (_, one) => <DictName dict="stage" value={one.stage} />,
          },
          { key: 'on', title: t('registry.ledger.period'), dataIndex: 'on' },
          { key: 'doc', title: t('registry.ledger.doc'), dataIndex: 'docNo' },
        ]}
      />
    </Drawer>
  );
}

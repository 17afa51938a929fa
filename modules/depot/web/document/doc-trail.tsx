import { useQuery } from '@tanstack/react-query';
import { Empty, Table, Tag } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { docTrail } from '#modules/depot/contract/document/doc-view.ts';
import { numberText } from '../common/quantity.tsx';
import { useUnit } from './form/quantities.tsx';
import type { DocKind } from './kinds.ts';

type Trail = DataOf<typeof docTrail>;

export const trailQuery = (id: number, version: number) => ({
  queryKey: ['depot.doc', id, 'trail', version],
  queryFn: () => call(docTrail, { query: { id }, quiet: true }),
});

export function useWords(dict: string): (value: string) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value;
}

/** What the paper did to the ledger. */
export function Moves({ id, version }: { readonly id: number; readonly version: number }) {
  const t = useT();
  const unit = useUnit();
  const kindOf = useWords('move_kind');
  const placeOf = useWords('stock_move_place');
  const text = useTexts('depot.docPage');
  const { data, isPending } = useQuery(trailQuery(id, version));
  const place = (one: Trail['moves'][number]['from']) => <span data-record>{one.name ?? placeOf(one.kind)}</span>;
  return (
    <Table
      size="small"
      rowKey="id"
      loading={isPending}
      pagination={false}
      dataSource={data?.moves ?? []}
      scroll={{ x: 1120 }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noMoves')} /> }}
      columns={[
        { key: 'date', title: t('depot.stockIn.bizDate'), width: 104, dataIndex: 'bizDate' },
        {
          key: 'kind',
          title: t('depot.issueOut.reason'),
          width: 130,
          render: (_, one) => (
            <>
              {kindOf(one.moveKind)}
              {one.fefoSkipped && (
                <Tag color="warning" style={{ marginInlineStart: 4 }}>
                  {text('fefo')}
                </Tag>
              )}
            </>
          ),
        },
        {
          key: 'material',
          title: t('depot.docForm.material'),
          width: 180,
          render: (_, one) => <span data-record>{one.materialName}</span>,
        },
        {
          key: 'lot',
          title: t('depot.docForm.lot'),
          width: 130,
          render: (_, one) => <span data-record>{one.lotNo}</span>,
        },
        { key: 'from', title: text('from'), width: 150, render: (_, one) => place(one.from) },
        { key: 'to', title: text('to'), width: 150, render: (_, one) => place(one.to) },
        {
          key: 'qty',
          title: text('qty'),
          width: 110,
          align: 'right',
          render: (_, one) => `${numberText(one.qty)} ${unit(one.baseUnit, one.qty)}`,
        },
        {
          key: 'balance',
          title: text('balance'),
          width: 120,
          align: 'right',
          render: (_, one) => {
            // Of the store's end alone: what is on the way lies in no balance anybody counts.
            const left = one.from.kind === 'depot' ? one.balanceFrom : one.to.kind === 'depot' ? one.balanceTo : null;
            return left === null ? '-' : numberText(left);
          },
        },
        {
          key: 'person',
          title: text('person'),
          width: 90,
          render: (_, one) => <span data-record>{one.person ?? '-'}</span>,
        },
      ]}
    />
  );
}

/** The steps it went, who took them and when. */
export function Steps({
  kind,
  id,
  version,
}: {
  readonly kind: DocKind;
  readonly id: number;
  readonly version: number;
}) {
  const t = useT();
  const statusOf = useWords('stock_doc_status');
  const text = useTexts('depot.docPage');
  const { data, isPending } = useQuery(trailQuery(id, version));
  return (
    <Table
      size="small"
      rowKey="at"
      loading={isPending}
      pagination={false}
      dataSource={data?.steps ?? []}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noSteps')} /> }}
      columns={[
        { key: 'at', title: text('time'), width: 170, render: (_, one) => wallTime(one.at) },
        {
          key: 'name',
          title: text('step'),
          width: 140,
          render: (_, one) => t.any(`depot.${kind.resource.name}._${one.name}`),
        },
        { key: 'to', title: text('now'), width: 120, render: (_, one) => statusOf(one.to) },
        { key: 'by', title: text('person'), width: 120, render: (_, one) => <span data-record>{one.by ?? '-'}</span> },
        { key: 'remark', title: text('reason'), render: (_, one) => <span data-record>{one.remark ?? '-'}</span> },
      ]}
    />
  );
}

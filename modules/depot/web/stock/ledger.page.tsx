import { CalendarOutlined, ContainerOutlined, FileTextOutlined } from '@ant-design/icons';
import { Button, Space, Tag } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type StockMoveRow, stockMove } from '#modules/depot/contract/stock/stock-move.ts';
import { Quantity } from '../common/quantity.tsx';
import { AsOfDrawer } from './as-of-drawer.tsx';
import { CardDrawer } from './card-drawer.tsx';
import { MonthDrawer } from './month-drawer.tsx';

/** 出入库台账: every movement; by card for one material of one store, by month for a report, by day for what lay there then. */
export default function LedgerPage() {
  const text = useTexts('depot.stockLedger');
  const url = useUrlState();
  const { search } = usePage();
  const close = () => url.set({ card: null, month: null, asOf: null });
  const end = (row: StockMoveRow, name: 'from' | 'to') =>
    (name === 'from' ? row.fromName : row.toName) ?? row[`${name}KindName`] ?? '-';
  return (
    <>
      <ResourcePage
        resource={stockMove}
        isOwn={false}
        cells={{
          docNo: (row) =>
            row.docId && row.docNo ? (
              <PageLink to={`/pri/depot/doc?id=${row.docId}`}>{row.docNo}</PageLink>
            ) : (
              <span>{row.docNo ?? row.docTypeName}</span>
            ),
          moveKind: (row) => <Tag color={row.moveKind === 'reversal' ? 'purple' : 'default'}>{row.moveKindName}</Tag>,
          fromName: (row) => <span>{end(row, 'from')}</span>,
          toName: (row) => <span>{end(row, 'to')}</span>,
          qty: (row) => <Quantity qty={row.qty} of={{ baseUnit: row.baseUnit }} />,
          lotNo: (row) => <PageLink to={`/pri/depot/lotTrace?lotId=${row.lotId}`}>{row.lotNo}</PageLink>,
          unitCost: (row) => <span>{row.unitCost === null ? '-' : `¥${row.unitCost.toFixed(4)}`}</span>,
          amount: (row) => <span>{row.amount === null ? '-' : `¥${row.amount.toFixed(2)}`}</span>,
          fefoSkipped: (row) => (row.fefoSkipped ? <Tag color="orange">{text('skipped')}</Tag> : <span>-</span>),
        }}
        actions={(row) =>
          row.depotId
            ? [{ key: 'card', label: text('card'), run: () => url.set({ card: `${row.depotId}:${row.materialId}` }) }]
            : []
        }
        extra={() => (
          <Space wrap>
            <Button icon={<ContainerOutlined aria-hidden />} onClick={() => url.set({ card: 'new' })}>
              {text('card')}
            </Button>
            <Button icon={<FileTextOutlined aria-hidden />} onClick={() => url.set({ month: 'new' })}>
              {text('month')}
            </Button>
            <Button icon={<CalendarOutlined aria-hidden />} onClick={() => url.set({ asOf: 'new' })}>
              {text('asOf')}
            </Button>
          </Space>
        )}
      />
      {search.get('card') && <CardDrawer start={search.get('card') ?? ''} onClose={close} />}
      {search.get('month') && <MonthDrawer start={search.get('month') ?? ''} onClose={close} />}
      {search.get('asOf') && <AsOfDrawer start={search.get('asOf') ?? ''} onClose={close} />}
    </>
  );
}

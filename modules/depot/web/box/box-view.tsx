import { Alert, Button, Card, Descriptions, Empty, Flex, Table, Tabs, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { BoxView } from '#modules/depot/contract/box/medicine-box.ts';
import { Expiry } from '../goods/expiry.tsx';
import { GoodsName, useLabel } from '../goods/names.tsx';
import { Quantity, useQuantity } from '../goods/quantity.tsx';

interface Props {
  readonly box: BoxView;
  /** What can be done with it. */
  readonly actions: ReactNode;
  /** Writing off is the carrier's alone. */
  readonly onWriteOff?: (() => void) | undefined;
}

/** One box: what lies in it, what stands open, what was used today and what it owes. */
export function BoxPanel({ box, actions, onWriteOff }: Props) {
  const t = useT();
  const text = useTexts('depot.medicineBoxPage');
  const job = useLabel('staff_job');
  const status = useLabel('depot_status');
  const { inUnits } = useQuantity();
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="start" gap={12} wrap>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 3 }}
            style={{ flex: '1 1 420px' }}
            title={<span data-record>{box.name}</span>}
            items={[
              {
                key: 'carrier',
                label: t('depot.medicineBox.carrierName'),
                children: <span data-record>{box.carrierName ?? '-'}</span>,
              },
              { key: 'job', label: t('depot.medicineBox.staffJob'), children: job(box.staffJob) },
              {
                key: 'station',
                label: t('depot.medicineBox.principalId'),
                children: <span data-record>{box.stationName ?? '-'}</span>,
              },
              { key: 'status', label: t('depot.medicineBox.status'), children: status(box.status) },
              { key: 'no', label: t('depot.medicineBox.depotNo'), children: box.depotNo },
              { key: 'from', label: text('superior'), children: <span data-record>{box.superiorName ?? '-'}</span> },
            ]}
          />
          {actions}
        </Flex>
      </Card>
      {box.pending.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={text('pending')}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {box.pending.map((one) => (
                <li key={one.id} data-record>
                  {`${one.name} ${inUnits(one, one.qty)} · ${one.bizDate}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <div style={twoColumns}>
        <Card size="small" title={text('today')}>
          {box.today.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noUse')} />
          ) : (
            <Table
              size="small"
              rowKey="materialId"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={box.today}
              columns={[
                { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
                {
                  key: 'used',
                  title: text('used'),
                  align: 'end',
                  render: (_, one) => <Quantity goods={one} qty={one.used} strong />,
                },
                { key: 'heads', title: text('heads'), align: 'end', render: (_, one) => one.headServed },
                { key: 'lost', title: text('lost'), align: 'end', render: (_, one) => inUnits(one, one.lost) },
              ]}
            />
          )}
        </Card>
        <Card
          size="small"
          title={text('opened')}
          extra={
            onWriteOff &&
            box.opened.length > 0 && (
              <Button size="small" type="primary" onClick={onWriteOff}>
                {text('writeOff')}
              </Button>
            )
          }
        >
          {box.opened.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noOpened')} />
          ) : (
            <Table
              size="small"
              rowKey="lotId"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={box.opened}
              columns={[
                { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
                { key: 'lot', title: text('lot'), render: (_, one) => <span data-record>{one.lotNo}</span> },
                { key: 'left', title: text('left'), align: 'end', render: (_, one) => inUnits(one, one.left) },
                {
                  key: 'at',
                  title: text('openedAt'),
                  render: (_, one) => (
                    <Flex vertical>
                      <span style={{ whiteSpace: 'nowrap' }}>
                        {one.openedAt ? wallTime(one.openedAt).slice(0, 16) : '-'}
                      </span>
                      {one.openHours !== null &&
                        (one.isOver ? (
                          <Typography.Text type="danger" style={{ fontSize: 12 }}>
                            {text('over')}
                          </Typography.Text>
                        ) : (
                          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                            {text('within', { n: one.openHours })}
                          </Typography.Text>
                        ))}
                    </Flex>
                  ),
                },
              ]}
            />
          )}
        </Card>
      </div>
      <Card size="small" styles={{ body: { paddingBlockStart: 0 } }}>
        <Tabs
          items={[
            { key: 'content', label: `${text('content')} (${box.content.length})`, children: <Content box={box} /> },
            { key: 'moves', label: text('moves'), children: <Moves box={box} /> },
            { key: 'reconciles', label: text('reconciles'), children: <Reconciles box={box} /> },
          ]}
        />
      </Card>
    </Flex>
  );
}

const twoColumns = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
  gap: 12,
} as const;

function Content({ box }: { readonly box: BoxView }) {
  const mayTrace = useCan('depot:lot:trace');
  const text = useTexts('depot.medicineBoxPage');
  const { packsOf, inUnits } = useQuantity();
  return (
    <Flex vertical gap={8}>
      <Table
        size="small"
        rowKey="lotId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={box.content}
        locale={{ emptyText: text('noContent') }}
        columns={[
          { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
          {
            key: 'lot',
            title: text('lot'),
            render: (_, one) =>
              mayTrace ? (
                <PageLink to={`/pri/depot/lotTrace?lotId=${one.lotId}`}>{one.lotNo}</PageLink>
              ) : (
                <span data-record>{one.lotNo}</span>
              ),
          },
          {
            key: 'expires',
            title: text('expires'),
            render: (_, one) => <Expiry on={one.expireOn} daysLeft={one.daysLeft} />,
          },
          {
            key: 'qty',
            title: text('qty'),
            align: 'end',
            render: (_, one) => <strong>{inUnits(one, one.qty)}</strong>,
          },
          { key: 'packs', title: text('packs'), render: (_, one) => packsOf(one, one.qty) },
          {
            key: 'state',
            title: text('state'),
            render: (_, one) => <Tag color={one.unfit ? 'error' : 'success'}>{text(one.unfit ?? 'fit')}</Tag>,
          },
        ]}
      />
      {box.tags.map((one) => (
        <Typography.Text key={one.materialId} data-record>
          {`${text('tags')} `}
          {one.page ? <PageLink to={one.page}>{one.name}</PageLink> : one.name}
          {`: ${one.qty}`}
        </Typography.Text>
      ))}
    </Flex>
  );
}

function Moves({ box }: { readonly box: BoxView }) {
  const text = useTexts('depot.medicineBoxPage');
  const kind = useLabel('move_kind');
  const reason = useLabel('stock_reason');
  const { inUnits } = useQuantity();
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      dataSource={box.moves}
      columns={[
        { key: 'date', title: text('bizDate'), dataIndex: 'bizDate' },
        {
          key: 'kind',
          title: text('kind'),
          render: (_, one) => (one.reason ? `${kind(one.moveKind)} · ${reason(one.reason)}` : kind(one.moveKind)),
        },
        { key: 'name', title: text('material'), render: (_, one) => <span data-record>{one.material}</span> },
        { key: 'lot', title: text('lot'), render: (_, one) => <span data-record>{one.lotNo}</span> },
        {
          key: 'qty',
          title: text('qty'),
          align: 'end',
          render: (_, one) => (
            <Typography.Text type={one.qty < 0 ? 'danger' : 'success'}>
              {`${one.qty > 0 ? '+' : ''}${inUnits(one, one.qty)}`}
            </Typography.Text>
          ),
        },
        { key: 'balance', title: text('balance'), align: 'end', render: (_, one) => one.balance ?? '-' },
        { key: 'heads', title: text('heads'), align: 'end', render: (_, one) => one.headServed ?? '-' },
        { key: 'doc', title: text('doc'), render: (_, one) => one.docNo ?? '-' },
      ]}
    />
  );
}

function Reconciles({ box }: { readonly box: BoxView }) {
  const t = useT();
  const status = useLabel('box_reconcile_status');
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={box.reconciles}
      columns={[
        {
          key: 'docNo',
          title: t('depot.boxReconcile.docNo'),
          render: (_, one) => <PageLink to={`/pri/medicineBox/reconcile?id=${one.id}`}>{one.docNo}</PageLink>,
        },
        { key: 'from', title: t('depot.boxReconcile.fromOn'), dataIndex: 'fromOn' },
        { key: 'to', title: t('depot.boxReconcile.toOn'), dataIndex: 'toOn' },
        { key: 'status', title: t('depot.boxReconcile.status'), render: (_, one) => status(one.status) },
      ]}
    />
  );
}

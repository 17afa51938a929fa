import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, DatePicker, Empty, Flex, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type BoxReconcile, boxReconcile, openReconcile } from '#modules/depot/contract/box/box-reconcile.ts';
import { medicineBox, myBox } from '#modules/depot/contract/box/medicine-box.ts';
import { useLabel } from '../goods/names.tsx';
import { today } from '../goods/today.ts';
import { ReconcileSheet } from './sheet.tsx';

/** 药箱核销: the carrier opens a month and hands it in, the keeper finds it here and confirms it. */
export default function BoxReconcilePage() {
  const url = useUrlState();
  const { openPage } = usePage();
  const mayAll = useCan('depot:box:all');
  const mayCarry = useCan('depot:box:reconcile');
  const id = Number(url.get('id'));
  const text = useTexts('depot.boxReconcilePage');
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Button
          icon={<ArrowLeftOutlined aria-hidden />}
          onClick={() => (id ? url.set({ id: null }) : openPage('/pri/medicineBox'))}
        >
          {id ? text('sheets') : text('back')}
        </Button>
        {mayCarry && !id && <OpenMonth onOpened={(made) => url.set({ id: String(made) })} />}
      </Flex>
      {id > 0 ? (
        <ReconcileSheet id={id} />
      ) : mayAll ? (
        <AllSheets onOpen={(one) => url.set({ id: String(one) })} />
      ) : (
        <OwnSheets onOpen={(one) => url.set({ id: String(one) })} />
      )}
    </Flex>
  );
}

/** The month that runs, unless another is chosen. */
function OpenMonth({ onOpened }: { onOpened(id: number): void }) {
  const t = useT();
  const changed = useChanged(boxReconcile);
  const [month, setMonth] = useState(dayjs(today(), 'YYYY-MM-DD'));
  const [busy, setBusy] = useState(false);
  const { data: box } = useQuery({
    queryKey: [...resourceKey(medicineBox), 'mine'],
    queryFn: () => call(myBox, { quiet: true }),
  });
  if (!box) return null;
  const open = async () => {
    setBusy(true);
    try {
      const made = await call(openReconcile, { body: { boxId: box.id, month: month.format('YYYY-MM') } });
      await changed();
      onOpened(made.id);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <DatePicker
        picker="month"
        aria-label={t('depot.boxReconcilePage.month')}
        allowClear={false}
        maxDate={dayjs(today(), 'YYYY-MM-DD')}
        value={month}
        onChange={(chosen) => chosen && setMonth(chosen)}
      />
      <Button type="primary" loading={busy} onClick={() => void open()}>
        {t('depot.boxReconcilePage.open')}
      </Button>
    </>
  );
}

interface ListProps {
  onOpen(id: number): void;
}

type Short = Pick<BoxReconcile, 'id' | 'docNo' | 'fromOn' | 'toOn' | 'status'> & {
  readonly carrierName?: string | null;
};

function Sheets({
  rows,
  isPending,
  onOpen,
}: ListProps & { readonly rows: readonly Short[]; readonly isPending: boolean }) {
  const t = useT();
  const label = useTexts('depot.boxReconcile');
  const status = useLabel('box_reconcile_status');
  return (
    <Card size="small" title={t('depot.boxReconcilePage.sheets')}>
      <Table<Short>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('depot.boxReconcilePage.none')} />,
        }}
        columns={[
          {
            key: 'docNo',
            title: label('docNo'),
            render: (_, one) => (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(one.id)}>
                {one.docNo}
              </Button>
            ),
          },
          {
            key: 'carrier',
            title: label('carrierName'),
            render: (_, one) => <span data-record>{one.carrierName ?? '-'}</span>,
          },
          { key: 'from', title: label('fromOn'), dataIndex: 'fromOn' },
          { key: 'to', title: label('toOn'), dataIndex: 'toOn' },
          {
            key: 'status',
            title: label('status'),
            render: (_, one) => (
              <Typography.Text type={one.status === 'submitted' ? 'warning' : 'secondary'}>
                {status(one.status)}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** What the keeper has to confirm stands first. */
function AllSheets({ onOpen }: ListProps) {
  const url = useUrlState();
  const boxId = url.get('boxId');
  const { data = [], isPending } = useQuery({
    queryKey: [...resourceKey(boxReconcile), 'list', boxId],
    queryFn: async () =>
      (
        await callEnvelope(callOf(boxReconcile, 'list'), {
          query: { pageSize: '200', ...(boxId && { boxId }) },
          quiet: true,
        })
      ).data as readonly Short[],
  });
  const rows = data.toSorted((a, b) => Number(b.status === 'submitted') - Number(a.status === 'submitted'));
  return <Sheets rows={rows} isPending={isPending} onOpen={onOpen} />;
}

function OwnSheets({ onOpen }: ListProps) {
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(medicineBox), 'mine'],
    queryFn: () => call(myBox, { quiet: true }),
  });
  const rows = (data?.reconciles ?? []).map((one) => ({ ...one, carrierName: data?.carrierName ?? null }));
  return <Sheets rows={rows as readonly Short[]} isPending={isPending} onOpen={onOpen} />;
}

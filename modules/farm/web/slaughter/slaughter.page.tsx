import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Flex, Segmented, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { slaughterBatch, slaughterReady } from '#modules/farm/contract/slaughter/slaughter.ts';
import { bodyWithUnit } from '../sale/unit-field.tsx';
import { BatchSheet } from './batch-sheet.tsx';
import { BookDialog } from './book-dialog.tsx';

/** 屠宰管理: what is ready, the batches, and one batch as farm and plant both see it. */
export default function SlaughterPage() {
  const text = useTexts('farm.slaughterDesk');
  const url = useUrlState();
  const mayEdit = useCan('anm:slaughter:edit');
  const mayReceive = useCan('anm:slaughter:receive');
  const [isBooking, setBooking] = useState(false);
  const id = Number(url.get('id')) || null;
  const tab = url.get('tab') ?? 'batches';
  if (id !== null) return <BatchSheet id={id} onClose={() => url.set({ id: null })} />;
  return (
    <Flex vertical gap={8}>
      {mayEdit && (
        <Segmented
          value={tab}
          onChange={(next) => url.set({ tab: next === 'batches' ? null : String(next) })}
          options={[
            { value: 'batches', label: text('batches') },
            { value: 'ready', label: text('ready') },
          ]}
          style={{ alignSelf: 'start' }}
        />
      )}
      {tab === 'ready' && mayEdit ? (
        <Ready onSend={(ids) => url.set({ tab: null, panel: 'new', animals: ids.join(',') })} />
      ) : (
        <ResourcePage
          resource={slaughterBatch}
          onOpen={(row) => url.set({ id: String(row.id) })}
          cells={{ mismatches: (row) => (row.mismatches > 0 ? <Tag color="error">{row.mismatches}</Tag> : 0) }}
          extra={() => mayReceive && <Button onClick={() => setBooking(true)}>{text('book')}</Button>}
          form={{
            width: 860,
            initial: {
              priceMode: 'live',
              sentOn: dayFromNow(),
              ...(url.get('animals') && {
                lines: url
                  .get('animals')
                  ?.split(',')
                  .map((one) => ({ animalId: Number(one), liveKg: null })),
              }),
            },
            body: bodyWithUnit('slaughterhouseId', 'plantName', 'slaughterhouse'),
          }}
        />
      )}
      {isBooking && (
        <BookDialog
          onClose={(made) => {
            setBooking(false);
            if (made) url.set({ id: String(made) });
          }}
        />
      )}
    </Flex>
  );
}

function Ready({ onSend }: { onSend(ids: number[]): void }) {
  const text = useTexts('farm.slaughterDesk');
  const desk = useTexts('farm.saleDesk');
  const [chosen, setChosen] = useState<number[]>([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.slaughter', 'ready'],
    queryFn: () => call(slaughterReady, { query: {}, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.animals.length === 0) return <Empty description={text('nothingReady')} />;
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Text type="secondary">
          {data.price !== null && text('atPrice', { price: moneyText(data.price) })}
        </Typography.Text>
        <Button type="primary" disabled={chosen.length === 0} onClick={() => onSend(chosen)}>
          {text('newBatch')} {chosen.length > 0 && chosen.length}
        </Button>
      </Flex>
      <Table
        size="small"
        rowKey="animalId"
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => setChosen(keys.map(Number)),
          getCheckboxProps: (one) => ({ disabled: one.refusal !== null }),
        }}
        dataSource={data.animals}
        columns={[
          { title: desk('tag'), dataIndex: 'earTag', render: (tag: string) => <span data-record>{tag}</span> },
          { title: desk('farmNo'), dataIndex: 'farmNo' },
          { title: desk('pen'), dataIndex: 'penName' },
          { title: text('live'), dataIndex: 'kg', align: 'right' },
          {
            title: desk('cost'),
            dataIndex: 'cost',
            align: 'right',
            render: (value: number | null) => (value === null ? '-' : moneyText(value)),
          },
          {
            title: text('estimate'),
            dataIndex: 'amount',
            align: 'right',
            render: (value: number | null) => (value === null ? '-' : moneyText(value)),
          },
          {
            title: desk('flag'),
            dataIndex: 'refusal',
            render: (why: string | null) =>
              why ? <Tag color="error">{why}</Tag> : <Tag color="success">{desk('free')}</Tag>,
          },
        ]}
      />
    </Flex>
  );
}

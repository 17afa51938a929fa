import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Drawer, Empty, Flex, Form, Table } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { ledgerMonth, type MonthLine } from '#modules/depot/contract/stock/stock-move.ts';
import { numberText } from '../common/quantity.tsx';
import { Asked } from './asked.tsx';
import { monthColumns } from './month-columns.ts';

const MonthPaper = lazy(() => import('./month-paper.tsx'));

/** A store's month: what each material began with, what came and went, what it ended with. */
export function MonthDrawer({ start, onClose }: { readonly start: string; onClose(): void }) {
  const t = useT();
  const id = useId();
  const text = useTexts('depot.stockLedger');
  const [depotId, setDepot] = useState(Number(start) || undefined);
  const [month, setMonth] = useState(dayjs().format('YYYY-MM'));
  const [isPrinting, setPrinting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['depot.month', depotId, month],
    enabled: depotId !== undefined,
    queryFn: () => call(ledgerMonth, { query: { depotId: depotId ?? 0, month }, quiet: true }),
  });
  return (
    <Drawer
      open
      size={1120}
      title={text('month')}
      onClose={onClose}
      extra={
        <Button icon={<PrinterOutlined aria-hidden />} disabled={!data} onClick={() => setPrinting(true)}>
          {text('print')}
        </Button>
      }
    >
      <Form layout="vertical">
        <Flex gap={16} wrap>
          <Asked label={text('store')} of="depot.depot" value={depotId} onChange={setDepot} />
          <Form.Item label={text('monthOf')} htmlFor={`${id}-month`} style={{ marginBlockEnd: 8 }}>
            <DatePicker
              id={`${id}-month`}
              picker="month"
              allowClear={false}
              maxDate={dayjs()}
              value={dayjs(`${month}-01`)}
              onChange={(value) => value && setMonth(value.format('YYYY-MM'))}
            />
          </Form.Item>
        </Flex>
      </Form>
      {depotId === undefined && <Empty description={text('chooseStore')} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table<MonthLine>
          aria-label={text('month')}
          size="small"
          rowKey="materialId"
          loading={isFetching}
          dataSource={data.lines}
          pagination={false}
          scroll={{ x: 1000 }}
          locale={{ emptyText: text('none') }}
          columns={[
            { key: 'name', title: text('material'), dataIndex: 'materialName', width: 200, fixed: 'start' },
            { key: 'spec', title: text('spec'), dataIndex: 'spec', width: 130 },
            { key: 'unit', title: text('unit'), width: 70, render: (_, line) => t.any(`depot.unit.${line.baseUnit}`) },
            ...monthColumns.map((name) => ({
              key: name,
              title: text(name),
              align: 'end' as const,
              width: 90,
              render: (_: unknown, line: MonthLine) =>
                name === 'closing' ? <b>{numberText(line[name])}</b> : numberText(line[name]),
            })),
          ]}
        />
      )}
      {isPrinting && data && (
        <Suspense>
          <MonthPaper report={data} month={month} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </Drawer>
  );
}

import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Flex, Form, Input, Segmented, Select, Skeleton, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { companyLedger, type LedgerRow, personLedger } from '#modules/sign/contract/ledger/ledger.ts';
import { useCategories } from '../common/categories.ts';
import { numberText } from '../common/parts.tsx';

import { HolderDrawer } from './holder-drawer.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));
const columns = [
  'opening',
  'received',
  'returnedIn',
  'issued',
  'returnedOut',
  'worn',
  'scrapped',
  'lost',
  'closing',
] as const;

/** 台账: one row for each holder and category, for any days; what it had on the last of them is a click away. */
export function LedgerView({ isPerson }: { readonly isPerson: boolean }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const url = useUrlState();
  const categories = useCategories();
  const [open, setOpen] = useState<LedgerRow | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const from = url.get('from') ?? dayjs().startOf('year').format(dateFormat);
  const to = url.get('to') ?? dayjs().format(dateFormat);
  const only = (url.get('only') ?? 'all') as 'all' | 'held' | 'idle';
  const pageNum = Number(url.get('page') ?? 1);
  const query = {
    from,
    to,
    only,
    pageNum,
    pageSize: 50,
    ...(url.get('keyword') && { keyword: url.get('keyword') as string }),
    ...(Number(url.get('categoryId')) > 0 && { categoryId: Number(url.get('categoryId')) }),
    ...(Number(url.get('staffId')) > 0 && { staffId: Number(url.get('staffId')) }),
    ...(Number(url.get('principalId')) > 0 && { principalId: Number(url.get('principalId')) }),
    ...(Number(url.get('regionCode')) > 0 && { regionCode: Number(url.get('regionCode')) }),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sign.ledger', isPerson, query],
    queryFn: () => call(isPerson ? personLedger : companyLedger, { query, quiet: true }),
  });
  const shown = columns.filter((name) => isPerson || name !== 'worn' || (data?.sums.worn ?? 0) > 0);
  return (
    <Flex vertical gap={12}>
      <Form layout="inline" style={{ rowGap: 8 }}>
        <Form.Item label={isPerson ? text('worker') : text('unit')} htmlFor={`${id}-keyword`}>
          <Input.Search
            id={`${id}-keyword`}
            allowClear
            defaultValue={url.get('keyword') ?? ''}
            onSearch={(value) => url.set({ keyword: value || null, staffId: null, page: null })}
            style={{ width: 180 }}
          />
        </Form.Item>
        <Form.Item label={text('category')} htmlFor={`${id}-category`}>
          <Select
            id={`${id}-category`}
            allowClear
            style={{ width: 170 }}
            value={Number(url.get('categoryId')) || null}
            onChange={(value) => url.set({ categoryId: value ? String(value) : null, page: null })}
            options={categories.map((one) => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
        <Form.Item label={text('period')} htmlFor={`${id}-period`}>
          <DatePicker.RangePicker
            id={{ start: `${id}-period` }}
            allowClear={false}
            maxDate={dayjs()}
            value={[dayjs(from), dayjs(to)]}
            onChange={(dates) => {
              const [first, last] = dates ?? [];
              if (first && last) url.set({ from: first.format(dateFormat), to: last.format(dateFormat), page: null });
            }}
          />
        </Form.Item>
        <Segmented
          value={only}
          onChange={(value) => url.set({ only: value === 'all' ? null : value, page: null })}
          options={[
            { value: 'all', label: text('all') },
            { value: 'held', label: text('hasSome') },
            { value: 'idle', label: text('idle') },
          ]}
        />
        <Button
          icon={<PrinterOutlined aria-hidden />}
          disabled={!data}
          style={{ marginInlineStart: 'auto' }}
          onClick={() => setPrinting(true)}
        >
          {text('print')}
        </Button>
      </Form>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <Table
          size="small"
          loading={isFetching}
          rowKey={(row) => `${row.principalId} ${row.staffId} ${row.categoryId}`}
          scroll={{ x: 'max-content' }}
          dataSource={data.rows}
          pagination={{
            current: pageNum,
            pageSize: 50,
            total: data.total,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: (page) => url.set({ page: String(page) }),
          }}
          onRow={(row) => ({ onClick: () => setOpen(row), style: { cursor: 'pointer' } })}
          columns={[
            {
              key: 'name',
              title: isPerson ? text('worker') : text('unit'),
              fixed: 'left',
              render: (_, row) => (
                <Flex vertical align="flex-start">
                  <Button type="link" size="small" style={{ padding: 0, height: 'auto', textAlign: 'start' }}>
                    <span data-record>{row.name}</span>
                  </Button>
                  {row.unit && (
                    <Typography.Text type="secondary" data-record>
                      {row.unit}
                    </Typography.Text>
                  )}
                </Flex>
              ),
            },
            { key: 'category', title: text('category'), render: (_, row) => <span data-record>{row.category}</span> },
            ...shown.map((name) => ({
              key: name,
              title: text(name),
              align: 'right' as const,
              render: (_: unknown, row: LedgerRow) =>
                name === 'closing' || name === 'opening' ? (
                  <b>{numberText(row[name])}</b>
                ) : row[name] === 0 ? (
                  '-'
                ) : (
                  numberText(row[name])
                ),
            })),
            {
              key: 'checks',
              title: text('agrees'),
              align: 'center',
              render: (_, row) =>
                row.checks ? (
                  <Typography.Text type="success">✓</Typography.Text>
                ) : (
                  <Typography.Text type="danger">{text('differs')}</Typography.Text>
                ),
            },
            { key: 'transit', title: text('onTheWay'), align: 'right', render: (_, row) => row.inTransit || '-' },
            {
              key: 'idle',
              title: text('idleDays'),
              align: 'right',
              render: (_, row) =>
                row.idleDays === null ? (
                  '-'
                ) : (
                  <Typography.Text {...(row.idleDays > 90 && { type: 'danger' as const })}>
                    {row.idleDays}
                  </Typography.Text>
                ),
            },
          ]}
          summary={() => (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={2}>
                {text('total')}
              </Table.Summary.Cell>
              {shown.map((name, at) => (
                <Table.Summary.Cell key={name} index={at + 2} align="right">
                  <b>{numberText(data.sums[name])}</b>
                </Table.Summary.Cell>
              ))}
              <Table.Summary.Cell index={shown.length + 2} colSpan={3} />
            </Table.Summary.Row>
          )}
        />
      )}
      {open && <HolderDrawer row={open} from={from} to={to} onClose={() => setOpen(null)} />}
      {isPrinting && data && (
        <Suspense>
          <PrintSheet
            isWide
            title={isPerson ? text('personPaper') : text('companyPaper')}
            notes={`${from} – ${to}`}
            onDone={() => setPrinting(false)}
          >
            <table>
              <thead>
                <tr>
                  <th>{isPerson ? text('worker') : text('unit')}</th>
                  <th>{text('category')}</th>
                  {shown.map((name) => (
                    <th key={name}>{text(name)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <tr key={`${row.principalId} ${row.staffId} ${row.categoryId}`}>
                    <td>{row.name}</td>
                    <td>{row.category}</td>
                    {shown.map((name) => (
                      <td key={name} style={{ textAlign: 'right' }}>
                        {numberText(row[name])}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr>
                  <td colSpan={2}>
                    <b>{text('total')}</b>
                  </td>
                  {shown.map((name) => (
                    <td key={name} style={{ textAlign: 'right' }}>
                      <b>{numberText(data.sums[name])}</b>
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
            <p>{text('signatures')}</p>
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}

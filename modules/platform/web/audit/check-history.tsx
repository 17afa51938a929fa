import { PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Card, Empty, Table, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { type AuditCheck, printCertificate } from '#modules/platform/contract/audit/audit.ts';
import { BrokenTable } from './broken-table.tsx';

const Certificate = lazy(() => import('./certificate.tsx'));

/** Every check that was made, by whom and with what result; each can be printed as a certificate. */
export function CheckHistory({
  checks,
  loading,
}: {
  readonly checks: readonly AuditCheck[];
  readonly loading: boolean;
}) {
  const text = useTexts('platform.audit');
  const [printed, setPrinted] = useState<AuditCheck | null>(null);
  const printing = useMutation({
    mutationFn: (id: number) => call(printCertificate, { body: { id } }),
    onSuccess: setPrinted,
  });
  return (
    <Card size="small" title={text('checks')}>
      <Table<AuditCheck>
        size="small"
        rowKey="id"
        loading={loading}
        dataSource={[...checks]}
        pagination={checks.length > 10 ? { pageSize: 10, size: 'small' } : false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noChecks')} /> }}
        expandable={{
          rowExpandable: (row) => row.brokenCount > 0,
          expandedRowRender: (row) => (
            <>
              <BrokenTable rows={row.broken} />
              {row.brokenCount > row.broken.length && text('more', { n: row.brokenCount, shown: row.broken.length })}
            </>
          ),
        }}
        columns={[
          { title: text('checkedAt'), render: (_, row) => wallTime(row.finishedAt) },
          {
            title: text('day'),
            render: (_, row) => (row.scope === 'sample' ? text('sample') : `${row.fromDay} – ${row.toDay}`),
          },
          { title: text('log'), render: (_, row) => row.logNames.map((one) => text(one)).join(' · ') },
          { title: text('by'), render: (_, row) => row.startedBy ?? text('nightly') },
          { title: text('seals'), dataIndex: 'sealsChecked', align: 'right' },
          { title: text('rows'), dataIndex: 'rowsChecked', align: 'right' },
          {
            title: text('result'),
            render: (_, row) => (
              <Tag color={row.status === 'ok' ? 'success' : 'error'}>
                {text(`state.${row.status}`)}
                {row.brokenCount > 0 && ` ${row.brokenCount}`}
              </Tag>
            ),
          },
          {
            key: 'print',
            align: 'right',
            render: (_, row) => (
              <Button
                type="link"
                size="small"
                icon={<PrinterOutlined aria-hidden />}
                loading={printing.isPending && printing.variables === row.id}
                onClick={() => printing.mutate(row.id)}
              >
                {text('print')}
              </Button>
            ),
          },
        ]}
      />
      {printed && (
        <Suspense fallback={null}>
          <Certificate check={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
    </Card>
  );
}

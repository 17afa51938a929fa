import { PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Empty, Flex, Space, Table, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call, callFile } from '#kit/web/api/client.ts';
import { saveFile } from '#kit/web/api/save-file.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { passwordSlips, slipImports, sysUser } from '#modules/platform/contract/account/sys-user.ts';

const ImportDrawer = lazy(() => import('#kit/web/sheets/import-drawer.tsx'));
const SlipSheet = lazy(() => import('./slip-sheet.tsx'));

type Slip = DataOf<typeof passwordSlips>[number];
type Batch = DataOf<typeof slipImports>[number];

const key = ['platform.sysUser', 'slipImports'];

/** Accounts from a spreadsheet, and the slips with their passwords once they are authorised. */
export default function UserImportPage() {
  const t = useT();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [slips, setSlips] = useState<readonly Slip[] | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const query = useQuery({ queryKey: key, queryFn: () => call(slipImports), refetchInterval: 15_000 });
  const say = useTexts('platform.userImport');

  const take = async ({ jobId, ready }: Batch, format: 'xlsx' | 'print') => {
    if (!(await modal.confirm({ title: say('confirmTake', { n: ready }) }))) return;
    setBusy(jobId);
    try {
      const { file, envelope } = await callFile(passwordSlips, { body: { jobId, format } });
      if (file) saveFile(file);
      else if (envelope) setSlips(envelope.data);
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: key });
    }
  };
  return (
    <Flex vertical gap={16} style={{ maxWidth: 1000, marginInline: 'auto' }}>
      <Card>
        <Flex align="center" justify="space-between" gap={16} wrap>
          <Typography.Text>{say('startHint')}</Typography.Text>
          <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setOpen(true)}>
            {say('start')}
          </Button>
        </Flex>
      </Card>
      <Card title={say('slips')}>
        <Typography.Paragraph type="secondary">{say('slipsHint')}</Typography.Paragraph>
        <Table<Batch>
          rowKey="jobId"
          size="middle"
          pagination={false}
          loading={query.isLoading}
          dataSource={query.data ?? []}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say('none')} /> }}
          columns={[
            { title: say('job'), render: (_, row) => wallTime(row.createdAt) },
            { title: say('accounts'), dataIndex: 'accounts', align: 'end' },
            { title: say('pending'), dataIndex: 'pending', align: 'end' },
            { title: say('ready'), dataIndex: 'ready', align: 'end' },
            { title: say('taken'), dataIndex: 'taken', align: 'end' },
            {
              title: t('kit.actions'),
              width: 260,
              render: (_, row) => (
                <Space>
                  <Button
                    size="small"
                    disabled={row.ready === 0 || busy !== null}
                    loading={busy === row.jobId}
                    onClick={() => void take(row, 'xlsx')}
                  >
                    {say('getXlsx')}
                  </Button>
                  <Button
                    size="small"
                    icon={<PrinterOutlined aria-hidden />}
                    disabled={row.ready === 0 || busy !== null}
                    onClick={() => void take(row, 'print')}
                  >
                    {say('print')}
                  </Button>
                </Space>
              ),
            },
          ]}
        />
      </Card>
      <Suspense fallback={null}>
        {isOpen && (
          <ImportDrawer
            resource={sysUser}
            onClose={() => {
              setOpen(false);
              void client.invalidateQueries({ queryKey: key });
            }}
          />
        )}
        {slips && <SlipSheet slips={slips} onDone={() => setSlips(null)} />}
      </Suspense>
    </Flex>
  );
}

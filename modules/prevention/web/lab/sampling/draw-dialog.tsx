import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Modal, Space, Table, Typography } from 'antd';
import { useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Drawn, drawSampleTask, sampleTask } from '#modules/prevention/contract/lab/sample-task.ts';

/** R42: who would be sampled. The seed is kept with the task: whoever draws again with it draws the same households. */
export function DrawDialog({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const text = useTexts('prevention.labPage');
  const changed = useChanged(sampleTask);
  const client = useQueryClient();
  const key = [...resourceKey(sampleTask), 'draw', id];
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(drawSampleTask, { params: { id }, body: {}, quiet: true }),
  });
  const redraw = async () => {
    setBusy(true);
    try {
      const seed = 1 + Math.floor(Math.random() * 1_999_999_999);
      client.setQueryData(key, await call(drawSampleTask, { params: { id }, body: { seed } }));
      void client.invalidateQueries({ queryKey: [...resourceKey(sampleTask), 'list'] });
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const publish = async () => {
    if (!data) return;
    setBusy(true);
    try {
      await callEnvelope(callOf(sampleTask, 'transition'), { body: { id, version: data.version, name: 'publish' } });
      notify('success', t('ok.done'));
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
      void changed();
    }
  };
  return (
    <Modal
      open
      width="min(860px, 96vw)"
      title={text('drawTitle')}
      onCancel={onClose}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type="secondary">{data && text('publishAsk', { n: data.rows.length })}</Typography.Text>
          <Space>
            <Button onClick={() => void redraw()} loading={busy} disabled={!data}>
              {text('redraw')}
            </Button>
            <Button
              type="primary"
              loading={busy}
              disabled={!data || data.rows.length === 0}
              onClick={() => void publish()}
            >
              {text('publish')}
            </Button>
          </Space>
        </Flex>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <Flex vertical gap={12}>
          <Alert type="info" showIcon title={text('drawHint', { seed: data.seed })} />
          {data.short.map((one) => (
            <Alert
              key={one.regionCode}
              type="warning"
              showIcon
              title={
                <span data-record>{text('short', { place: one.place, wanted: one.wanted, found: one.found })}</span>
              }
            />
          ))}
          <Table<Drawn>
            size="small"
            rowKey="principalId"
            pagination={false}
            scroll={{ y: 360, x: 640 }}
            dataSource={data.rows}
            columns={[
              { key: 'no', title: text('no'), width: 60, render: (_, __, at) => at + 1 },
              { key: 'name', title: t('prevention.sampleAssignment.holder'), dataIndex: 'name' },
              { key: 'place', title: t('prevention.sampleAssignment.regionCode'), dataIndex: 'place' },
              { key: 'stock', title: text('stock'), dataIndex: 'stock', align: 'end', width: 80 },
              {
                key: 'quota',
                title: t('prevention.sampleAssignment.quota'),
                dataIndex: 'quota',
                align: 'end',
                width: 80,
              },
              {
                key: 'staff',
                title: t('prevention.sampleAssignment.staffId'),
                width: 120,
                render: (_, row) => row.staffName ?? <Typography.Text type="secondary">{text('pool')}</Typography.Text>,
              },
            ]}
          />
        </Flex>
      )}
    </Modal>
  );
}

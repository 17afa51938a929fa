import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { cureSetting, settingOverview } from '#modules/cure/contract/setting/cure-setting.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { type RelayTrial, tryRelay } from './try-relay.ts';

/** 诊疗参数: what differs by place, what is usual, and whether calls find a way. */
export default function SettingPage() {
  const text = useTexts('cure.settingPage');
  const { data } = useQuery({
    queryKey: ['cure.settingOverview'],
    queryFn: () => call(settingOverview, { quiet: true }),
  });
  const [trial, setTrial] = useState<RelayTrial | 'running' | null>(null);
  const isReady = (data?.relay.length ?? 0) > 0;
  const run = async () => {
    setTrial('running');
    const fresh = await call(settingOverview, {});
    setTrial(await tryRelay(fresh.relay));
  };
  return (
    <Flex vertical gap={12}>
      <Card size="small" title={text('relay')}>
        <Flex vertical gap={8} align="start">
          <Typography.Text type="secondary">{text(isReady ? 'relayHint' : 'noRelay')}</Typography.Text>
          {isReady && (
            <Button loading={trial === 'running'} onClick={() => void run().catch(() => setTrial(null))}>
              {text('tryRelay')}
            </Button>
          )}
          {trial && trial !== 'running' && (
            <Alert
              type={trial.isRelayed ? 'success' : 'error'}
              showIcon
              title={trial.isRelayed ? text('relayWorks', { ms: trial.ms }) : text('relayFails', { why: trial.fault })}
            />
          )}
        </Flex>
      </Card>
      <ResourcePage
        resource={cureSetting}
        cells={{
          // Names of parameters are long: two lines rather than three dots.
          code: (row) => (
            <span style={{ whiteSpace: 'normal' }}>
              <DictName dict="cure_parameter" value={row.code} />
            </span>
          ),
        }}
      />
      <Card size="small" title={text('usual')}>
        <Table
          size="small"
          rowKey="code"
          pagination={false}
          dataSource={data?.usual ?? []}
          columns={[
            {
              title: text('parameter'),
              dataIndex: 'code',
              render: (code: string) => <DictName dict="cure_parameter" value={code} />,
            },
            {
              title: text('usualValue'),
              dataIndex: 'usual',
              render: (value: string) => <span data-record>{value}</span>,
            },
            { title: text('changed'), dataIndex: 'changed' },
          ]}
        />
      </Card>
    </Flex>
  );
}

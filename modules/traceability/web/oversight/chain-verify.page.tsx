import { App, Button, Space, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { verifyChains } from '#modules/traceability/contract/oversight/trace-animal.ts';
import { traceSeal, traceVerifyRun } from '#modules/traceability/contract/seal/trace-seal.ts';

/** 存证校验: the seals of every day, what was computed again, and what did not fit. Nothing here repairs. */
export default function ChainVerifyPage() {
  const joined = useJoined();
  const text = useTexts('traceability.chainPage');
  const url = useUrlState();
  const { message } = App.useApp();
  const [sealsChanged, runsChanged] = [useChanged(traceSeal), useChanged(traceVerifyRun)];
  const [isBusy, setBusy] = useState(false);
  const tab = url.get('tab') === 'runs' ? 'runs' : 'seals';
  const verify = async () => {
    setBusy(true);
    try {
      const found = await call(verifyChains, { body: { scope: 'seals' } });
      if (found.broken.length > 0)
        void message.error(text('broken', { list: joined(found.broken.map((one) => one.subject)) }));
      else void message.success(text('whole', { seals: found.seals, events: found.events }));
      await Promise.all([sealsChanged(), runsChanged()]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'seals' ? null : key }, { replace: true })}
        tabBarExtraContent={
          <Space>
            <Typography.Text type="secondary">{text('hint')}</Typography.Text>
            <Button type="primary" loading={isBusy} onClick={() => void verify()}>
              {text('verify')}
            </Button>
          </Space>
        }
        items={[
          { key: 'seals', label: text('seals') },
          { key: 'runs', label: text('runs') },
        ]}
      />
      {tab === 'runs' ? (
        <ResourcePage
          resource={traceVerifyRun}
          cells={{
            brokenCount: (row) => <Tag color={row.brokenCount > 0 ? 'error' : 'success'}>{row.brokenCount}</Tag>,
          }}
        />
      ) : (
        <ResourcePage
          resource={traceSeal}
          cells={{
            root: (row) => (
              <Typography.Text code copyable={{ text: row.root }}>
                {row.root.slice(0, 16)}…
              </Typography.Text>
            ),
          }}
        />
      )}
    </>
  );
}

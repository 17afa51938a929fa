import { Button, DatePicker, Descriptions, Form, Modal, Tabs } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type SubsidyRule,
  subsidyProgramme,
  subsidyRule,
  tryRule,
} from '#modules/breeding/contract/subsidy/subsidy.ts';
import { useLabel } from '../common/use-label.ts';

/** 补贴项目与规则: programmes, and the versions of their rules, which can be tried out before they hold. */
export default function SubsidyRulePage() {
  const text = useTexts('breeding.subsidyPage');
  const url = useUrlState();
  const mayTry = useCan('breed:subsidyRule:edit');
  const [trying, setTrying] = useState<SubsidyRule | null>(null);
  return (
    <>
      <Tabs
        activeKey={url.get('tab') ?? 'programmes'}
        onChange={(tab) => url.set({ tab, programmeId: null, status: null, kind: null, year: null })}
        destroyOnHidden
        items={[
          { key: 'programmes', label: text('programmes'), children: <ResourcePage resource={subsidyProgramme} /> },
          {
            key: 'rules',
            label: text('ruleVersions'),
            children: (
              <ResourcePage
                resource={subsidyRule}
                actions={(row) => (mayTry ? [{ key: 'try', label: text('tryOut'), run: () => setTrying(row) }] : [])}
              />
            ),
          },
        ]}
      />
      {trying && <TryDialog rule={trying} onClose={() => setTrying(null)} />}
    </>
  );
}

function TryDialog({ rule, onClose }: { readonly rule: SubsidyRule; onClose(): void }) {
  const text = useTexts('breeding.subsidyPage');
  const reasonOf = useLabel('subsidy_exclude');
  // What was found is read in the dialog: it stays.
  const { busy, act } = useAct(() => undefined);
  const [found, setFound] = useState<Awaited<ReturnType<typeof tryOut>> | null>(null);
  const [form] = Form.useForm<{ regionCode: number; period: [dayjs.Dayjs, dayjs.Dayjs] }>();
  const tryOut = (regionCode: number, from: string, to: string) =>
    call(tryRule, { body: { ruleId: rule.id, regionCode, periodFrom: from, periodTo: to } });
  const run = () =>
    act(async () => {
      const { regionCode, period } = await form.validateFields();
      return tryOut(regionCode, period[0].format('YYYY-MM-DD'), period[1].format('YYYY-MM-DD'));
    }, setFound);
  return (
    <Modal
      open
      title={text('tryOut')}
      onCancel={onClose}
      footer={
        <Button type="primary" loading={busy} onClick={run}>
          {text('tryOut')}
        </Button>
      }
    >
      <Form form={form} layout="vertical" initialValues={{ period: [dayjs().subtract(1, 'year'), dayjs()] }}>
        <Form.Item name="regionCode" label={text('region')} rules={[{ required: true }]}>
          <RegionInput />
        </Form.Item>
        <Form.Item name="period" label={text('period')} rules={[{ required: true }]}>
          <DatePicker.RangePicker style={{ inlineSize: '100%' }} />
        </Form.Item>
      </Form>
      {found && (
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={[
            { key: 'counted', label: text('counted'), children: found.counted },
            { key: 'payees', label: text('lines'), children: found.payees },
            { key: 'total', label: text('total'), children: moneyText(found.totalCents) },
            ...found.excluded.map((one) => ({ key: one.reason, label: reasonOf(one.reason), children: one.n })),
          ]}
        />
      )}
    </Modal>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { computeSubsidy, subsidyBatch, subsidyProgramme } from '#modules/breeding/contract/subsidy/subsidy.ts';
import { RowSelect } from '../common/inputs.tsx';

/** 补贴管理: batches, from computed to paid. */
export default function SubsidyPage() {
  const text = useTexts('breeding.subsidyPage');
  const { openPage } = usePage();
  const mayCompute = useCan('breed:subsidy:compute');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={subsidyBatch}
        isOwn={false}
        onOpen={(row) => openPage(`/ant/breed/subsidyDetail?id=${row.id}`)}
        cells={{
          docNo: (row) => <PageLink to={`/ant/breed/subsidyDetail?id=${row.id}`}>{row.docNo}</PageLink>,
        }}
        extra={() =>
          mayCompute && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('compute')}
            </Button>
          )
        }
      />
      {isOpen && <ComputeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ComputeDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('breeding.subsidyPage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<{ programmeId: number; regionCode: number; period: [dayjs.Dayjs, dayjs.Dayjs] }>();
  const run = () =>
    act(
      async () => {
        const { programmeId, regionCode, period } = await form.validateFields();
        return call(computeSubsidy, {
          body: {
            programmeId,
            regionCode,
            periodFrom: period[0].format('YYYY-MM-DD'),
            periodTo: period[1].format('YYYY-MM-DD'),
          },
        });
      },
      ({ docNo, totalCents, excluded, batchId }) => {
        notify('success', text('computed', { docNo, amount: moneyText(totalCents), n: excluded }));
        void client.invalidateQueries();
        openPage(`/ant/breed/subsidyDetail?id=${batchId}`);
      },
    );
  return (
    <Modal
      open
      title={text('compute')}
      okText={text('compute')}
      okButtonProps={{ loading: busy }}
      onOk={run}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ period: [dayjs().startOf('year'), dayjs()] }}>
        <Form.Item name="programmeId" label={text('programme')} rules={[{ required: true }]}>
          <RowSelect resource={subsidyProgramme} query={{ status: 'active' }} />
        </Form.Item>
        <Form.Item name="regionCode" label={text('region')} rules={[{ required: true }]}>
          <RegionInput />
        </Form.Item>
        <Form.Item name="period" label={text('period')} rules={[{ required: true }]}>
          <DatePicker.RangePicker style={{ inlineSize: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

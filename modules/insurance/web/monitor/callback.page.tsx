import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { drawCallbacks, insCallback } from '#modules/insurance/contract/monitor/monitor.ts';
import { useChoices } from '../common/inputs.tsx';

/** 客户回访: whom to call, and what they said. */
export default function CallbackPage() {
  const text = useTexts('insurance.callbackPage');
  const mayDraw = useCan('ins:callback:do');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={insCallback}
        isOwn={false}
        extra={() =>
          mayDraw && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('draw')}
            </Button>
          )
        }
      />
      {isOpen && <DrawDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface Asked {
  readonly kind: 'enrol' | 'claim';
  readonly days: readonly [Dayjs, Dayjs];
}
function DrawDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.callbackPage');
  const kinds = useChoices('ins_callback_kind');
  const client = useQueryClient();
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<Asked>();
  const run = async () => {
    const { kind, days } = await form.validateFields();
    const [from, to] = days.map((day) => day.format('YYYY-MM-DD'));
    act(
      () => call(drawCallbacks, { body: { kind, from: from as string, to: to as string } }),
      (done) => {
        notify('success', text('drawn', { n: done.drawn, among: done.among, seed: done.seed }));
        void client.invalidateQueries();
      },
    );
  };
  return (
    <Modal open title={text('draw')} confirmLoading={busy} onOk={() => void run()} onCancel={onClose}>
      <p>{text('how')}</p>
      <Form form={form} layout="vertical" initialValues={{ kind: 'enrol' }}>
        <Form.Item name="kind" label={text('kind')} rules={[{ required: true }]}>
          <Select options={kinds} />
        </Form.Item>
        <Form.Item name="days" label={text('days')} rules={[{ required: true }]}>
          <DatePicker.RangePicker style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

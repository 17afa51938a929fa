import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type InsCollation, insCollation, runCollation } from '#modules/insurance/contract/enrolment/collation.ts';
import { useLabel } from '../common/inputs.tsx';

/** 投保主体核对: whether the holders are who the papers say, before a list is built. */
export default function CollationPage() {
  const text = useTexts('insurance.collationPage');
  const mayRun = useCan('ins:collation:edit');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<InsCollation | null>(null);
  return (
    <>
      <ResourcePage
        resource={insCollation}
        isOwn={false}
        onOpen={setShown}
        extra={() =>
          mayRun && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('run')}
            </Button>
          )
        }
      />
      {isOpen && <RunDialog onClose={() => setOpen(false)} />}
      {shown && <Checks row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function RunDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('insurance.collationPage');
  const client = useQueryClient();
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<{ regionCode: number; year: number }>();
  const run = async () => {
    const body = await form.validateFields();
    act(
      () => call(runCollation, { body }),
      (done) => {
        notify('success', text('done', { n: done.holders, matched: done.matched, differs: done.differs }));
        void client.invalidateQueries();
      },
    );
  };
  return (
    <Modal open title={text('run')} confirmLoading={busy} onOk={() => void run()} onCancel={onClose}>
      <Form form={form} layout="vertical" initialValues={{ year: new Date().getFullYear() }}>
        <Form.Item name="regionCode" label={text('region')} rules={[{ required: true }]}>
          <RegionInput />
        </Form.Item>
        <Form.Item name="year" label={text('year')} rules={[{ required: true }]}>
          <InputNumber min={2000} max={2100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Each check side by side: what the register says and what it was held against. */
function Checks({ row, onClose }: { readonly row: InsCollation; onClose(): void }) {
  const text = useTexts('insurance.collationPage');
  const name = useLabel('ins_collation_check');
  return (
    <Modal open title={row.holderName} footer={null} onCancel={onClose}>
      <Table
        size="small"
        rowKey="code"
        pagination={false}
        dataSource={[...row.checks]}
        columns={[
          { key: 'code', title: '', render: (_, one) => name(one.code) },
          { key: 'ours', title: text('ours'), render: (_, one) => <span data-record>{one.ours ?? '-'}</span> },
          { key: 'theirs', title: text('theirs'), render: (_, one) => <span data-record>{one.theirs ?? '-'}</span> },
          {
            key: 'ok',
            title: '',
            render: (_, one) => <Tag color={one.ok ? 'green' : 'red'}>{text(one.ok ? 'ok' : 'fails')}</Tag>,
          },
        ]}
      />
    </Modal>
  );
}

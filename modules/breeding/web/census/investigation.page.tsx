import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { drawSheets, motherCensus, motherInvestigation } from '#modules/breeding/contract/census/census.ts';
import { RowSelect } from '../common/inputs.tsx';

/** 核查记录: sheets that were drawn, objected to or doubted, counted again by two. */
export default function InvestigationPage() {
  const text = useTexts('breeding.censusPage');
  const mayDraw = useCan('improve:investigation:draw');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={motherInvestigation}
        isOwn={false}
        extra={() => mayDraw && <Button onClick={() => setOpen(true)}>{text('draw')}</Button>}
      />
      {isOpen && <DrawDialog onClose={() => setOpen(false)} />}
    </>
  );
}

type Drawn = Awaited<ReturnType<typeof drawNow>>;
const drawNow = (body: { roundId: number; regionCode: number; seed: string | null; dryRun: boolean }) =>
  call(drawSheets, { body });

/** Shown first, kept second; the seed is kept with it, so that anybody can draw the same again. */
function DrawDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('breeding.censusPage');
  const client = useQueryClient();
  const [form] = Form.useForm<{ roundId: number; regionCode: number; seed?: string }>();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const run = async (dryRun: boolean) => {
    const values = await form.validateFields();
    try {
      const answer = await drawNow({ ...values, seed: drawn?.seed ?? values.seed ?? null, dryRun });
      setDrawn(answer);
      if (dryRun) return;
      void client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Modal
      open
      width="min(760px, 96vw)"
      title={text('draw')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void run(true)}>{text('show')}</Button>
          <Button type="primary" disabled={!drawn} onClick={() => void run(false)}>
            {text('keep')}
          </Button>
        </>
      }
    >
      <Form form={form} layout="vertical">
        <Form.Item name="roundId" label={text('round')} rules={[{ required: true }]}>
          <RowSelect resource={motherCensus} query={{ status: 'counting' }} />
        </Form.Item>
        <Form.Item name="regionCode" label={text('region')} rules={[{ required: true }]}>
          <RegionInput />
        </Form.Item>
        <Form.Item name="seed" label={text('seed')}>
          <Input maxLength={40} onChange={() => setDrawn(null)} />
        </Form.Item>
      </Form>
      {drawn && (
        <>
          <Typography.Paragraph>
            {text('drawnOf', {
              n: drawn.drawn.length,
              of: drawn.of,
              cows: drawn.cows,
              ofCows: drawn.ofCows,
              seed: drawn.seed,
            })}
          </Typography.Paragraph>
          <Table
            size="small"
            rowKey="sheetId"
            dataSource={drawn.drawn}
            columns={[
              { key: 'holder', title: text('holder'), render: (_, row) => <span data-record>{row.holder}</span> },
              { key: 'region', title: text('village'), render: (_, row) => <span data-record>{row.region}</span> },
              { key: 'claimed', title: text('claimed'), align: 'end', dataIndex: 'claimed' },
            ]}
          />
        </>
      )}
    </Modal>
  );
}

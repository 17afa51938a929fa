import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, InputNumber, Modal, Select, Space, Tabs, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  plainLabel,
  type TraceLabelTemplate,
  traceLabelTemplate,
} from '#modules/traceability/contract/code/label-template.ts';
import { showCode } from '#modules/traceability/contract/code/trace-code.ts';
import {
  bindCode,
  printCodes,
  traceCode,
  traceCodeBatch,
} from '#modules/traceability/contract/code/trace-code-batch.ts';
import { LabelSheet } from './label-sheet.tsx';
import { TemplateTab } from './template-tab.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 编码管理: ranges of codes, and the codes that are on something. */
export default function CodingPage() {
  const text = useTexts('traceability.codingPage');
  const url = useUrlState();
  const asked = url.get('tab');
  const tab = asked === 'codes' || asked === 'templates' ? asked : 'batches';
  const [mayPrint, mayBind] = [useCan('trace:code:print'), useCan('trace:code:bind')];
  const [printing, setPrinting] = useState<Printing | null>(null);
  const [isBinding, setBinding] = useState(false);
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'batches' ? null : key }, { replace: true })}
        items={[
          { key: 'batches', label: text('batches') },
          { key: 'codes', label: text('codes') },
          { key: 'templates', label: text('templates') },
        ]}
      />
      {tab === 'templates' && <TemplateTab />}
      {tab === 'codes' && (
        <ResourcePage
          resource={traceCode}
          cells={{ code: (row) => <Typography.Text code>{showCode(row.code)}</Typography.Text> }}
          extra={() => mayBind && <Button onClick={() => setBinding(true)}>{text('bind')}</Button>}
          actions={(row) => [
            { key: 'page', label: text('page'), run: () => void window.open(`/t?c=${row.code}`, '_blank', 'noopener') },
          ]}
        />
      )}
      {tab === 'batches' && (
        <ResourcePage
          resource={traceCodeBatch}
          actions={(row) =>
            mayPrint && ['issued', 'printed'].includes(row.status) && row.printed < row.count
              ? [
                  {
                    key: 'print',
                    label: text('print'),
                    run: () =>
                      setPrinting({
                        id: row.id,
                        left: row.count - row.printed,
                        principalId: row.principalId,
                        subject: String(row.principalIdName ?? ''),
                      }),
                  },
                ]
              : []
          }
        />
      )}
      {printing && <PrintDialog {...printing} onClose={() => setPrinting(null)} />}
      {isBinding && <BindDialog onClose={() => setBinding(false)} />}
    </>
  );
}

interface Printing {
  readonly id: number;
  readonly left: number;
  readonly principalId: number;
  readonly subject: string;
}

/** As many labels as are wanted, on the template of whom they were issued to. */
function PrintDialog({ id, left, principalId, subject, onClose }: Printing & { onClose(): void }) {
  const text = useTexts('traceability.codingPage');
  const changed = useChanged(traceCodeBatch);
  const [count, setCount] = useState(Math.min(24, left));
  const { data: templates = [] } = useQuery({
    queryKey: [...resourceKey(traceLabelTemplate), 'print', principalId],
    queryFn: async () =>
      (
        await callEnvelope(callOf(traceLabelTemplate, 'list'), {
          query: { principalId: String(principalId), status: 'enabled', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as TraceLabelTemplate[],
  });
  const [templateId, setTemplate] = useState<number | null>(null);
  const shape = templates.find((one) => one.id === templateId) ?? templates[0] ?? plainLabel;
  const [given, setGiven] = useState<DataOf<typeof printCodes> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      setGiven(await call(printCodes, { body: { id, count } }));
      await changed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('print')}
      onCancel={onClose}
      onOk={() => void print()}
      confirmLoading={isBusy}
      okText={text('print')}
    >
      <Space orientation="vertical">
        <Typography.Text type="secondary">{text('printHint', { n: left })}</Typography.Text>
        <InputNumber
          aria-label={text('count')}
          min={1}
          max={Math.min(500, left)}
          value={count}
          onChange={(value) => setCount(value ?? 1)}
        />
        {templates.length > 0 && (
          <Select
            aria-label={text('template')}
            style={{ width: 240 }}
            value={templateId ?? templates[0]?.id ?? null}
            onChange={setTemplate}
            options={templates.map((one) => ({
              value: one.id,
              label: `${one.name} ${one.widthMm}×${one.heightMm} mm`,
            }))}
          />
        )}
      </Space>
      {given && (
        <Suspense>
          <PrintSheet title={text('labels')} isBare onDone={onClose}>
            <LabelSheet shape={shape} labels={given.labels} subject={subject} day={dayFromNow()} />
          </PrintSheet>
        </Suspense>
      )}
    </Modal>
  );
}

function BindDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('traceability.codingPage');
  const { message } = App.useApp();
  const changed = useChanged(traceCode);
  const [code, setCode] = useState('');
  const [targetType, setType] = useState<'lot' | 'animal'>('lot');
  const [target, setTarget] = useState('');
  const [isBusy, setBusy] = useState(false);
  const bind = async () => {
    setBusy(true);
    try {
      const done = await call(bindCode, { body: { code: code.trim(), targetType, target: target.trim() } });
      void message.success(text('bound', { code: showCode(done.code), name: done.targetName }));
      setCode('');
      await changed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('bind')}
      onCancel={onClose}
      onOk={() => void bind()}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: code.trim().length < 12 || target.trim() === '' }}
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Select
          aria-label={text('targetType')}
          value={targetType}
          onChange={setType}
          style={{ width: '100%' }}
          options={[
            { value: 'lot', label: text('target_lot') },
            { value: 'animal', label: text('target_animal') },
          ]}
        />
        <Input
          aria-label={text('target')}
          placeholder={text('target')}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Input
          aria-label={text('code')}
          placeholder={text('scanCode')}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onPressEnter={() => void bind()}
        />
      </Space>
    </Modal>
  );
}

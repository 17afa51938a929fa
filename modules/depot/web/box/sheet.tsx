import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Card, Descriptions, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row, resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type BoxReconcile,
  boxReconcile,
  type ReconcileLine,
  reconcileSheet,
  saveReconcile,
} from '#modules/depot/contract/box/box-reconcile.ts';
import { medicineBox } from '#modules/depot/contract/box/medicine-box.ts';
import { useLabel } from '../goods/names.tsx';
import { SheetPaper } from './sheet-paper.tsx';
import { differenceOf, lacksEmpties, losesMuch, SheetTable, type Typed } from './sheet-table.tsx';

export type Sheet = BoxReconcile & { readonly lines: readonly ReconcileLine[] };

/** One sheet, fetched by its number. */
export function ReconcileSheet({ id }: { readonly id: number }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...resourceKey(boxReconcile), 'sheet', id],
    queryFn: async () => (await call(reconcileSheet, { params: { id }, quiet: true })) as unknown as Sheet,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  return <OneSheet key={`${data.id} ${data.version} ${data.status}`} sheet={data} />;
}

function OneSheet({ sheet }: { readonly sheet: Sheet }) {
  const t = useT();
  const { modal } = App.useApp();
  const text = useTexts('depot.boxReconcilePage');
  const label = useTexts('depot.boxReconcile');
  const status = useLabel('box_reconcile_status');
  const changed = useChanged(boxReconcile);
  const changedBox = useChanged(medicineBox);
  const transition = useResourceTransition(boxReconcile);
  const [lines, setLines] = useState(sheet.lines);
  const [words, setWords] = useState({ lossReason: sheet.lossReason ?? '', emptyReason: sheet.emptyReason ?? '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const isOpen = sheet.status === 'draft' && sheet._can.includes('submit');
  const type = (materialId: number, name: Typed, value: number) =>
    setLines((old) => old.map((one) => (one.materialId === materialId ? { ...one, [name]: value } : one)));

  const save = () =>
    call(saveReconcile, {
      body: {
        id: sheet.id,
        version: sheet.version,
        ...words,
        lines: lines.map(({ materialId, openLoss, damaged, closing, emptyReturned }) => ({
          materialId,
          openLoss,
          damaged,
          closing,
          emptyReturned,
        })),
      },
    });
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
    } finally {
      setBusy(false);
      await Promise.all([changed(), changedBox()]);
    }
  };
  const submit = () =>
    run(async () => {
      const { version } = await save();
      await callEnvelope(callOf(boxReconcile, 'transition'), { body: { id: sheet.id, version, name: 'submit' } });
      notify('success', t('ok.done'));
    });
  const ask = () => modal.confirm({ title: label('_submit'), content: text('submitAsk'), onOk: () => void submit() });
  const isBalanced = lines.every((one) => differenceOf(one) === 0);
  const wantsLoss = lines.some(losesMuch);
  const wantsEmpties = lines.some(lacksEmpties);
  const reason = (name: 'lossReason' | 'emptyReason', isWanted: boolean) =>
    (isWanted || words[name]) && (
      <Form.Item
        label={label(name)}
        htmlFor={`sheet-${name}`}
        required={isWanted}
        style={{ flex: '1 1 320px', marginBlockEnd: 0 }}
        {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
      >
        {isOpen ? (
          <Input
            id={`sheet-${name}`}
            maxLength={200}
            value={words[name]}
            onChange={(event) => setWords((old) => ({ ...old, [name]: event.target.value }))}
          />
        ) : (
          <span data-record>{words[name] || '-'}</span>
        )}
      </Form.Item>
    );
  return (
    <Card
      size="small"
      title={`${sheet.docNo} · ${status(sheet.status)}`}
      extra={
        <Flex gap={8} wrap>
          <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
            {text('print')}
          </Button>
          {(['confirm', 'sendBack'] as const)
            .filter((name) => sheet._can.includes(name))
            .map((name) => (
              <Button
                key={name}
                size="small"
                type={name === 'confirm' ? 'primary' : 'default'}
                danger={name === 'sendBack'}
                onClick={() => transition.ask(name, [sheet as unknown as Row])}
              >
                {label(`_${name}`)}
              </Button>
            ))}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            {
              key: 'carrier',
              label: label('carrierName'),
              children: <span data-record>{sheet.carrierName ?? '-'}</span>,
            },
            {
              key: 'station',
              label: label('principalId'),
              children: <span data-record>{sheet.principalIdName ?? '-'}</span>,
            },
            { key: 'from', label: label('fromOn'), children: sheet.fromOn },
            { key: 'to', label: label('toOn'), children: sheet.toOn },
          ]}
        />
        <Alert type={isBalanced ? 'success' : 'warning'} showIcon title={text('rule')} />
        <SheetTable lines={lines} isOpen={isOpen} onType={type} />
        <Form layout="vertical">
          <Flex gap={16} wrap>
            {reason('lossReason', wantsLoss)}
            {reason('emptyReason', wantsEmpties)}
          </Flex>
        </Form>
        {isOpen && (
          <Flex justify="end" gap={8}>
            <Button
              loading={busy}
              onClick={() =>
                void run(async () => {
                  await save();
                  notify('success', t('ok.saved'));
                })
              }
            >
              {text('save')}
            </Button>
            <Button type="primary" loading={busy} disabled={!isBalanced || lines.length === 0} onClick={ask}>
              {label('_submit')}
            </Button>
          </Flex>
        )}
      </Flex>
      {transition.asked && <TransitionDialog transition={transition} />}
      {isPrinting && <SheetPaper sheet={{ ...sheet, lines }} onDone={() => setPrinting(false)} />}
    </Card>
  );
}

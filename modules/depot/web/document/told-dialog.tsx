import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, InputNumber, Modal, Table, Typography } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { callOf, type Row, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { docById } from '#modules/depot/contract/document/doc-view.ts';
import { Expiry } from '../common/expiry.tsx';
import { numberText, Quantity } from '../common/quantity.tsx';
import { useUnit } from './form/quantities.tsx';
import type { DocKind } from './kinds.ts';

interface Props {
  readonly kind: DocKind;
  readonly row: Row;
  /** `post` of a receipt, `receive` of an issue. */
  readonly step: 'post' | 'receive';
  onDone(): void;
}

/** Line by line what was found right: all of it unless somebody types less, and then why. */
export function ToldDialog({ kind, row, step, onDone }: Props) {
  const t = useT();
  const joined = useJoined();
  useReturnFocus();
  const unit = useUnit();
  const changed = useChanged(kind.resource);
  const [told, setTold] = useState<Readonly<Record<number, { qty?: number | null; reason?: string }>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = useRef<string | null>(null);
  const { data, isPending } = useQuery({
    queryKey: ['depot.doc', row.id],
    queryFn: () => call(docById, { query: { id: row.id } }),
    staleTime: 0,
  });
  const text = useTexts('depot.docPage');
  const lines = data?.lines ?? [];
  const less = lines.filter((line) => (told[line.id]?.qty ?? line.qty) < line.qty);
  const set = (id: number, change: { qty?: number | null; reason?: string }) => {
    attempt.current = null;
    setTold((old) => ({ ...old, [id]: { ...old[id], ...change } }));
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    attempt.current ??= newKey();
    const list = less.map((line) => ({
      lineId: line.id,
      qty: told[line.id]?.qty ?? line.qty,
      reason: told[line.id]?.reason || null,
    }));
    try {
      await call(callOf(kind.resource, 'transition'), {
        body: {
          id: row.id,
          version: row.version,
          name: step,
          form: { [step === 'post' ? 'accepted' : 'received']: list },
        },
        idempotencyKey: attempt.current,
        quiet: true,
      });
      notify('success', t('ok.done'));
      void changed();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={860}
      title={text(step === 'post' ? 'acceptTitle' : 'receiveTitle', { docNo: String(row.docNo) })}
      onCancel={onDone}
      footer={
        <Flex justify="space-between" align="center" gap={8} wrap>
          <Typography.Text type="secondary">
            {less.length === 0
              ? text('all_ok')
              : joined(
                  less.map((line) =>
                    text('less', {
                      n: `${numberText(line.qty - (told[line.id]?.qty ?? line.qty))} ${unit(line.baseUnit)}`,
                    }),
                  ),
                )}
          </Typography.Text>
          <Flex gap={8}>
            <Button onClick={onDone}>{t('kit.cancel')}</Button>
            <Button
              type="primary"
              loading={busy}
              disabled={lines.length === 0 || less.some((line) => !told[line.id]?.reason)}
              onClick={() => void save()}
            >
              {t.any(`depot.${kind.resource.name}._${step}`)}
            </Button>
          </Flex>
        </Flex>
      }
    >
      <Table
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={lines}
        pagination={false}
        scroll={{ x: 780, ...(lines.length > 8 && { y: 380 }) }}
        // On a phone the first columns are in sight: what it is and how much.
        columns={[
          {
            key: 'material',
            title: t('depot.docForm.material'),
            render: (_, line) => (
              <span data-record>
                {line.materialName} {line.spec}
              </span>
            ),
          },
          {
            key: 'sent',
            title: text('sent'),
            width: 120,
            render: (_, line) => <Quantity of={line} qty={line.qty} isStacked />,
          },
          {
            key: 'told',
            title: text(step === 'post' ? 'accepted' : 'received'),
            width: 130,
            render: (_, line) => (
              <InputNumber<number>
                size="small"
                aria-label={text(step === 'post' ? 'accepted' : 'received')}
                min={0}
                max={line.qty}
                value={told[line.id]?.qty ?? line.qty}
                onChange={(qty) => set(line.id, { qty: qty ?? line.qty })}
                suffix={unit(line.baseUnit)}
                style={{ width: 118 }}
              />
            ),
          },
          {
            key: 'reason',
            title: text('lessReason'),
            width: 170,
            render: (_, line) =>
              less.includes(line) && (
                <Input
                  size="small"
                  aria-label={text('lessReason')}
                  status={told[line.id]?.reason ? '' : 'error'}
                  maxLength={200}
                  value={told[line.id]?.reason ?? ''}
                  onChange={(event) => set(line.id, { reason: event.target.value })}
                />
              ),
          },
          {
            key: 'lot',
            title: t('depot.docForm.lot'),
            width: 120,
            render: (_, line) => <span data-record>{line.lotNo ?? '-'}</span>,
          },
          {
            key: 'expires',
            title: t('depot.docForm.expires'),
            width: 120,
            render: (_, line) => <Expiry on={line.expireOn} />,
          },
        ]}
      />
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockStart: 12 }} />}
    </Modal>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Flex, Input, InputNumber, Space, Table, Typography } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import {
  approveRequisition,
  type Requisition,
  type RequisitionLine,
  requisition,
} from '#modules/depot/contract/requisition/requisition.ts';
import { GoodsName, useLabel } from '../goods/names.tsx';
import { plainNumber, Quantity, useQuantity } from '../goods/quantity.tsx';
import { linesQuery } from './lines-table.tsx';
import { Suggested } from './parts-tip.tsx';

interface Props {
  readonly row: Requisition;
  onReject(): void;
  onClose(): void;
}

interface Decision {
  readonly approved: number;
  readonly reason: string;
}

const least = (one: RequisitionLine): number => Math.min(one.asked, one.suggested ?? one.asked);

/** How far above its plan a year may go before whoever approves is told. */
const planSlack = 1.1;
const planNote = ({ plan }: RequisitionLine, approved: number): 'unplanned' | 'abovePlan' | null =>
  plan === null || approved === 0
    ? null
    : plan.planned === null
      ? 'unplanned'
      : plan.sent + approved > plan.planned * planSlack
        ? 'abovePlan'
        : null;

/** The giver decides line by line, with both sides' stock before them. */
export function ApproveDrawer({ row, onReject, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const text = useTexts('depot.requisitionPage');
  const purpose = useLabel('req_purpose');
  const { unitOf, inUnits } = useQuantity();
  const changed = useChanged(requisition);
  const { data, isPending, error, refetch } = useQuery(linesQuery(row.id));
  const [decided, setDecided] = useState<ReadonlyMap<number, Decision>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const of = (one: RequisitionLine): Decision => decided.get(one.materialId) ?? { approved: least(one), reason: '' };
  const decide = (one: RequisitionLine, change: Partial<Decision>) =>
    setDecided((old) => new Map(old).set(one.materialId, { ...of(one), ...change }));
  const all = (qty: (one: RequisitionLine) => number) =>
    setDecided(new Map((data ?? []).map((one) => [one.materialId, { approved: qty(one), reason: of(one).reason }])));
  const isReady = (data ?? []).every((one) => {
    const { approved, reason } = of(one);
    return approved <= one.asked && (approved > 0 || reason.trim() !== '');
  });
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await call(approveRequisition, {
        body: {
          id: row.id,
          version: row.version,
          lines: (data ?? []).map((one) => ({
            materialId: one.materialId,
            approved: of(one).approved,
            reason: of(one).reason || null,
          })),
        },
        quiet: true,
      });
      notify('success', t('ok.done'));
      await changed();
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem(failure.errors[0]?.msg ?? failure.message);
      void changed();
    } finally {
      setBusy(false);
    }
  };
  const isDirty = decided.size > 0;
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  return (
    <Drawer
      open
      title={text('approveTitle', { docNo: row.docNo })}
      size="min(1120px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="space-between" gap={8} wrap>
          <Button danger onClick={onReject}>
            {t('depot.requisition._reject')}
          </Button>
          <Space>
            <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
            <Button type="primary" loading={busy} disabled={!isReady || !data} onClick={() => void send()}>
              {text('approve')}
            </Button>
          </Space>
        </Flex>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && (
        <Flex vertical gap={12}>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 4 }}
            items={[
              {
                key: 'asker',
                label: t('depot.requisition.askerName'),
                children: <span data-record>{row.askerName}</span>,
              },
              {
                key: 'depot',
                label: t('depot.requisition.askDepotId'),
                children: <span data-record>{row.askDepotIdName ?? '-'}</span>,
              },
              { key: 'purpose', label: t('depot.requisition.purpose'), children: purpose(row.purpose) },
              { key: 'needBy', label: t('depot.requisition.needBy'), children: row.needBy },
              ...(row.remark
                ? [
                    {
                      key: 'remark',
                      label: t('depot.requisition.remark'),
                      children: <span data-record>{row.remark}</span>,
                    },
                  ]
                : []),
            ]}
          />
          <Space>
            <Button size="small" onClick={() => all(least)}>
              {text('asSuggested')}
            </Button>
            <Button size="small" onClick={() => all((one) => one.asked)}>
              {text('asAsked')}
            </Button>
          </Space>
          <Table<RequisitionLine>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={data}
            columns={[
              { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
              {
                key: 'asked',
                title: t('depot.requisition.asked'),
                align: 'end',
                render: (_, one) => <Quantity goods={one} qty={one.asked} strong />,
              },
              {
                key: 'suggested',
                title: text('suggested'),
                align: 'end',
                render: (_, one) => <Suggested parts={one.parts} suggested={one.suggested} />,
              },
              { key: 'free', title: text('giverFree'), align: 'end', render: (_, one) => inUnits(one, one.giverFree) },
              {
                key: 'has',
                title: text('askerHas'),
                align: 'end',
                render: (_, one) => (
                  <Two
                    first={plainNumber(one.askerHas)}
                    second={one.askerComing > 0 ? text('coming', { n: plainNumber(one.askerComing) }) : null}
                  />
                ),
              },
              {
                key: 'use',
                title: text('lastUse'),
                align: 'end',
                render: (_, one) => (
                  <Two
                    first={plainNumber(one.lastUse)}
                    second={
                      one.lossRate === null ? null : text('lossRate', { n: `${(one.lossRate * 100).toFixed(1)}%` })
                    }
                  />
                ),
              },
              {
                key: 'approved',
                title: text('approved'),
                render: (_, one) => {
                  const { approved } = of(one);
                  const note = approved > one.asked ? 'over' : approved > one.giverFree ? 'short' : null;
                  const planned = planNote(one, approved);
                  return (
                    <Flex vertical>
                      <InputNumber
                        aria-label={text('approvedOf', { name: one.name })}
                        min={0}
                        precision={one.decimals}
                        value={approved}
                        suffix={unitOf(one.baseUnit)}
                        {...(note && { status: note === 'over' ? 'error' : 'warning' })}
                        onChange={(qty) => decide(one, { approved: qty ?? 0 })}
                        style={{ width: 150 }}
                      />
                      {note && (
                        <Typography.Text type={note === 'over' ? 'danger' : 'warning'} style={{ fontSize: 12 }}>
                          {text(note)}
                        </Typography.Text>
                      )}
                      {planned && (
                        <Typography.Text type="warning" style={{ fontSize: 12 }}>
                          {text(planned, { planned: one.plan?.planned ?? 0, sent: one.plan?.sent ?? 0 })}
                        </Typography.Text>
                      )}
                    </Flex>
                  );
                },
              },
              {
                key: 'reason',
                title: text('reason'),
                render: (_, one) =>
                  of(one).approved === 0 ? (
                    <Input
                      aria-label={`${text('reason')} ${one.name}`}
                      maxLength={200}
                      value={of(one).reason}
                      onChange={(event) => decide(one, { reason: event.target.value })}
                      style={{ minWidth: 160 }}
                    />
                  ) : (
                    '-'
                  ),
              },
            ]}
          />
          {problem && <Alert type="error" showIcon title={problem} />}
        </Flex>
      )}
    </Drawer>
  );
}

const Two = ({ first, second }: { readonly first: string; readonly second: string | null }) => (
  <span style={{ display: 'inline-flex', flexDirection: 'column', lineHeight: 1.35 }}>
    <span>{first}</span>
    {second && (
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {second}
      </Typography.Text>
    )}
  </span>
);

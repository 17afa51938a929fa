import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Space, Tag, Tooltip, Typography } from 'antd';
import { useState } from 'react';
import { transitionKey } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { approveStress } from '#modules/prevention/contract/stress/stress.ts';
import { type StressCase, stressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { BatchStep } from './batch-step.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DisposeDialog } from './dispose-dialog.tsx';
import { PublicityPaper, VerifyPaper } from './papers.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ShotDrawer } from './shot-drawer.tsx';
import { StateTabs } from './state-tabs.tsx';

/** Steps with papers of their own are the page's; the others are the engine's. */
const own = ['report', 'confirm', 'publicise', 'approve', 'pay'];
const plain = {
  ...stressCase,
  transitions: Object.fromEntries(Object.entries(stressCase.transitions ?? {}).filter(([name]) => !own.includes(name))),
} as typeof stressCase;

type Open =
  | { what: 'new' }
  | { what: 'report' | 'confirm' | 'dispose' | 'form'; row: StressCase }
  | { what: 'publicise' | 'pay' | 'publicity'; rows: readonly StressCase[]; done?: () => void };

const disposable = ['reported', 'returned', 'verified', 'confirmed', 'publicised', 'approved'];

/** 应激死亡: what shots have done, from the first sign to the money. */
export default function StressCasePage() {
  const t = useT();
  const text = useTexts('prevention.stress');
  const { modal } = App.useApp();
  const client = useQueryClient();
  const { openPage } = usePage();
  const [open, setOpen] = useState<Open | null>(null);
  const may = {
    add: useCan('ant:stress:add'),
    dispose: useCan('ant:stress:dispose'),
    visit: useCan('ant:visit:list'),
    animal: useCan('pri:animal:view'),
  };
  const close = () => setOpen(null);
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(stressCase) });
  const label = (name: string) => t.any(transitionKey(stressCase, name));

  const approve = (rows: readonly StressCase[], done?: () => void) =>
    modal.confirm({
      title: label('approve'),
      content: text('approveAsk', { n: rows.length }),
      onOk: async () => {
        const { failed } = await call(approveStress, {
          body: { items: rows.map(({ id, version }) => ({ id, version })) },
        });
        await refresh();
        done?.();
        if (failed.length > 0)
          modal.warning({
            title: text('failed'),
            content: (
              <Flex vertical data-record>
                {failed.map((one) => (
                  <span key={one.id}>{`${rows.find((row) => row.id === one.id)?.docNo ?? one.id} ${one.msg}`}</span>
                ))}
              </Flex>
            ),
          });
      },
    });

  const toolbar = (list: ResourceList) => {
    const chosen = list.selected as unknown as StressCase[];
    const able = (verb: string) => chosen.filter((row) => row._can.includes(verb));
    const done = () => list.select([]);
    const shown = chosen.filter((row) => row.amount !== null);
    const sum = shown.reduce((total, row) => total + (row.amount ?? 0), 0);
    const batch = (verb: 'publicise' | 'approve' | 'pay') => {
      const rows = able(verb);
      if (rows.length === 0) return null;
      return (
        <Button
          key={verb}
          onClick={() => (verb === 'approve' ? approve(rows, done) : setOpen({ what: verb, rows, done }))}
        >
          {text(`${verb}N`, { n: rows.length })}
        </Button>
      );
    };
    return (
      <Space wrap>
        {may.add && (
          <Button type="primary" onClick={() => setOpen({ what: 'new' })}>
            {text('new')}
          </Button>
        )}
        <StateTabs />
        {chosen.length > 0 && (
          <>
            {(['publicise', 'approve', 'pay'] as const).map(batch)}
            {shown.length > 0 && (
              <Button onClick={() => setOpen({ what: 'publicity', rows: shown })}>{text('printPublicity')}</Button>
            )}
            <Typography.Text type="secondary">
              {text('rows', { n: chosen.length, amount: sum.toLocaleString('en', { minimumFractionDigits: 2 }) })}
            </Typography.Text>
          </>
        )}
      </Space>
    );
  };

  return (
    <>
      <ResourcePage
        resource={plain}
        isOwn={false}
        extra={toolbar}
        cells={{
          earTag: (row) =>
            row.earTag && may.animal ? (
              <PageLink to={`/pri/animal/detail?id=${row.animalId}`}>{row.earTag}</PageLink>
            ) : (
              <span>{row.earTag ?? text('untaggedOf', { species: row.speciesName ?? '' })}</span>
            ),
          hours: (row) => <span>{row.hours.toFixed(1)}</span>,
          daysInState: (row) =>
            row.overdue ? (
              <Typography.Text type="danger">{row.daysInState}</Typography.Text>
            ) : (
              <span>{row.daysInState}</span>
            ),
          disposedOn: (row) =>
            row.disposedOn ? (
              <Tag color="green">{row.disposedOn}</Tag>
            ) : (
              <Typography.Text type="secondary">-</Typography.Text>
            ),
          amount: (row) =>
            row.amount === null ? (
              <span>-</span>
            ) : (
              <SumButton entity="prevention.stressCase" id={row.id}>
                {row.amount.toLocaleString('en', { minimumFractionDigits: 2 })}
              </SumButton>
            ),
          status: (row) => (
            <Tooltip title={row.returnReason ?? (row.publicTo ? `${row.publicFrom} – ${row.publicTo}` : undefined)}>
              <Tag color={colours[row.status] ?? 'default'}>{row.statusName}</Tag>
            </Tooltip>
          ),
          voucher: (row) =>
            row.voucher ? <AttachmentsField bizType="prevention.stressCase" value={[row.voucher]} /> : <span>-</span>,
          visitDocNo: (row) =>
            may.visit ? (
              <PageLink to={`/ant/preventionMange/visitDetail?id=${row.visitId}`}>{row.visitDocNo}</PageLink>
            ) : (
              <span>{row.visitDocNo}</span>
            ),
        }}
        actions={(row) => [
          ...(row._can.includes('report')
            ? [{ key: 'report', label: label('report'), run: () => setOpen({ what: 'report', row }) }]
            : []),
          ...(row._can.includes('confirm')
            ? [{ key: 'confirm', label: label('confirm'), run: () => setOpen({ what: 'confirm', row }) }]
            : []),
          ...(row._can.includes('publicise')
            ? [{ key: 'publicise', label: label('publicise'), run: () => setOpen({ what: 'publicise', rows: [row] }) }]
            : []),
          ...(row._can.includes('approve')
            ? [{ key: 'approve', label: label('approve'), run: () => approve([row]) }]
            : []),
          ...(row._can.includes('pay')
            ? [{ key: 'pay', label: label('pay'), run: () => setOpen({ what: 'pay', rows: [row] }) }]
            : []),
          ...(may.dispose && disposable.includes(row.status)
            ? [{ key: 'dispose', label: label('dispose'), run: () => setOpen({ what: 'dispose', row }) }]
            : []),
          ...(row.outcome === 'died'
            ? [{ key: 'form', label: text('printForm'), run: () => setOpen({ what: 'form', row }) }]
            : []),
          ...(may.visit
            ? [
                {
                  key: 'visit',
                  label: t('prevention.stressCase.visitDocNo'),
                  run: () => openPage(`/ant/preventionMange/visitDetail?id=${row.visitId}`),
                },
              ]
            : []),
        ]}
      />
      {open?.what === 'new' && <ShotDrawer onClose={close} />}
      {open?.what === 'report' && <ReportDialog row={open.row} onClose={close} />}
      {open?.what === 'confirm' && <ConfirmDialog row={open.row} onClose={close} />}
      {open?.what === 'dispose' && <DisposeDialog row={open.row} onClose={close} />}
      {(open?.what === 'publicise' || open?.what === 'pay') && (
        <BatchStep
          step={open.what}
          rows={open.rows}
          onClose={() => {
            open.done?.();
            close();
          }}
        />
      )}
      {open?.what === 'form' && <VerifyPaper row={open.row} onDone={close} />}
      {open?.what === 'publicity' && <PublicityPaper rows={open.rows} onDone={close} />}
    </>
  );
}

const colours: Record<string, string> = {
  observing: 'gold',
  reported: 'orange',
  returned: 'volcano',
  verified: 'blue',
  confirmed: 'geekblue',
  publicised: 'purple',
  approved: 'cyan',
  paid: 'green',
  recovered: 'green',
  rejected: 'red',
};

import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Tabs, Typography } from 'antd';
import { useState } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Requisition, requisition } from '#modules/depot/contract/requisition/requisition.ts';
import { plainNumber } from '../goods/quantity.tsx';
import { today } from '../goods/today.ts';
import { ApproveDrawer } from './approve-drawer.tsx';
import { LinesTable } from './lines-table.tsx';
import { RequisitionForm } from './requisition-form.tsx';
import { RequisitionPaper } from './requisition-paper.tsx';

const none = { status: null, mine: null, asks: null, gives: null, pageNum: null };
const filters: Readonly<Record<string, Record<string, string | null>>> = {
  mine: { ...none, mine: 'true' },
  toApprove: { ...none, status: 'submitted', gives: 'true' },
  toReceive: { ...none, status: 'issuing', asks: 'true' },
  all: none,
};
const over = new Set(['fulfilled', 'rejected', 'withdrawn', 'closed', 'draft']);

/** 物资申领: what I asked for, what waits for my word, what is on its way, and all of it. */
export default function RequisitionPage() {
  const t = useT();
  const url = useUrlState();
  const { openPage } = usePage();
  const { panel, open, close } = usePanel();
  const mayEdit = useCan('depot:req:edit');
  const mayApprove = useCan('depot:req:approve');
  const mayIssue = useCan('depot:issue:edit');
  const mayReceive = useCan('depot:issue:receive');
  const transition = useResourceTransition(requisition);
  const [paperOf, setPaperOf] = useState<Requisition | null>(null);
  const text = useTexts('depot.requisitionPage');
  const tab = url.get('tab') ?? 'all';
  const choose = (key: string) => url.set({ tab: key, ...filters[key] });
  const waiting = useWaiting(mayApprove);
  const approving = useResourceDetail(requisition, Number(url.get('approve')) || null).row;
  const decide = (id: number | null) => url.set({ approve: id === null ? null : String(id) }, { replace: id === null });
  const editing = useResourceDetail(requisition, panel?.kind === 'edit' ? panel.id : null).row;
  const asked = Number(url.get('askDepotId'));
  const wanted = url.get('materialIds') ?? '';
  const actionsOf = (row: Requisition): Action[] => [
    ...(row._can.includes('approve') ? [{ key: 'decide', label: text('approve'), run: () => decide(row.id) }] : []),
    ...(row._can.includes('submit')
      ? [{ key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: row.id }) }]
      : []),
    ...(mayIssue && row.gives && (row.status === 'approved' || row.status === 'issuing')
      ? [
          {
            key: 'issue',
            label: text('issue'),
            run: () => openPage(`/pri/depot/suppliesOut?open=new&requisitionId=${row.id}`),
          },
        ]
      : []),
    // Inside one unit its keeper sends and whoever asked receives.
    ...(mayReceive && row.asks && (row.mine || !row.gives) && row.status === 'issuing'
      ? [
          {
            key: 'receive',
            label: text('receive'),
            run: () => openPage(`/pri/depot/suppliesOut?requisitionId=${row.id}`),
          },
        ]
      : []),
    { key: 'paper', label: text('print'), run: () => setPaperOf(row) },
  ];
  return (
    <>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => choose(key)}
        items={['mine', 'toApprove', 'toReceive', 'all']
          .filter((key) => (key !== 'toApprove' || mayApprove) && (key !== 'mine' || mayEdit))
          .map((key) => ({
            key,
            label:
              key === 'toApprove' ? (
                <Badge count={waiting} size="small" offset={[8, -2]}>
                  {text(key)}
                </Badge>
              ) : (
                text.any(key)
              ),
          }))}
      />
      <ListPage
        resource={requisition}
        onForm={({ id }) => open(id ? { kind: 'edit', id } : { kind: 'new' })}
        cells={{
          needBy: (row) =>
            row.needBy < today() && !over.has(row.status) ? (
              <Typography.Text type="danger" title={text('late')}>
                {row.needBy}
              </Typography.Text>
            ) : (
              <span>{row.needBy}</span>
            ),
          asked: (row) => <span>{plainNumber(row.asked)}</span>,
          approved: (row) => (
            <span>{row.status === 'draft' || row.status === 'submitted' ? '-' : plainNumber(row.approved)}</span>
          ),
          issued: (row) => <span>{plainNumber(row.issued)}</span>,
          received: (row) => <span>{plainNumber(row.received)}</span>,
          lines: (row) => (
            <div style={{ maxWidth: 'min(730px, calc(100vw - 140px))', overflowX: 'auto' }}>
              <LinesTable id={row.id} />
            </div>
          ),
        }}
        actions={actionsOf}
        extra={() =>
          mayEdit && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ kind: 'new' })}>
              {text('new')}
            </Button>
          )
        }
      />
      {panel?.kind === 'new' && (
        <RequisitionForm
          askDepotId={asked || undefined}
          materialIds={/^\d+(,\d+)*$/.test(wanted) ? wanted.split(',').map(Number) : undefined}
          onClose={() => url.set({ open: null, askDepotId: null, materialIds: null }, { replace: true })}
        />
      )}
      {panel?.kind === 'edit' && editing && (
        <RequisitionForm key={editing.id} row={editing as unknown as Requisition} onClose={close} />
      )}
      {approving?._can.includes('approve') && url.get('approve') && (
        <ApproveDrawer
          key={approving.version}
          row={approving as unknown as Requisition}
          onReject={() => {
            transition.ask('reject', [approving]);
            decide(null);
          }}
          onClose={() => decide(null)}
        />
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
      {paperOf && <RequisitionPaper row={paperOf} onDone={() => setPaperOf(null)} />}
    </>
  );
}

/** How many wait for the caller's word. */
function useWaiting(mayApprove: boolean): number {
  const { data } = useQuery({
    queryKey: [...resourceKey(requisition), 'waiting'],
    queryFn: async () =>
      (
        await callEnvelope(callOf(requisition, 'list'), {
          query: { status: 'submitted', gives: 'true', pageSize: '1' },
          quiet: true,
        })
      ).total ?? 0,
    enabled: mayApprove,
  });
  return data ?? 0;
}

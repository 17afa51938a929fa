import { PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Space, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ImportButton } from '#kit/web/sheets/import-button.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { openWorkerAccount, type Worker, worker } from '#modules/prevention/contract/workforce/worker.ts';
import { staff } from '#modules/registry/contract/people/staff.ts';
import { RemindOfSeason } from '../gap/remind-dialog.tsx';
import { allRows } from './all-rows.ts';
import { MaybeLink } from './maybe-link.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';
import { RosterPaper } from './roster-paper.tsx';
import { Until } from './until.tsx';
import { WorkerCardDrawer } from './worker-card.tsx';
import { WorkerPhoto } from './worker-photo.tsx';

/** 防疫员名册: who they are, what they look after, whether their papers hold. */
export default function WorkerPage() {
  const url = useUrlState();
  const { openPage } = usePage();
  const text = useTexts('prevention.workerPage');
  const mayApply = useCan('ant:staff:apply');
  const mayExamine = useCan('ant:staff:examine');
  const mayOpen = useCan('ant:setting:account') || mayExamine;
  const [printed, setPrinted] = useState<readonly Worker[] | null>(null);
  const [edited, setEdited] = useState<Worker | null>(null);
  const [opened, setOpened] = useState<Worker | null>(null);
  const mayRemind = useCan('ant:gap:add');
  const gapText = useTexts('prevention.gapPage');
  const [reminded, setReminded] = useState<Worker | null>(null);
  const card = Number(url.get('card')) || null;
  const openCard = (id: number | null) => url.set({ card: id === null ? null : String(id) }, { replace: id === null });
  const actions = (row: Worker): Action[] => [
    { key: 'card', label: text('card'), run: () => openCard(row.id) },
    ...(mayRemind && row.status === 'active' && row.villageCount > 0
      ? [{ key: 'remind', label: gapText('remind'), run: () => setReminded(row) }]
      : []),
    ...(mayApply && row.status === 'active'
      ? (['areaChange', 'leave'] as const).map((kind) => ({
          key: kind,
          label: text(kind === 'leave' ? 'leave' : 'changeArea'),
          run: () => openPage(`/ant/staff/examine?apply=${kind}&staffId=${row.id}`),
        }))
      : []),
    ...(mayApply || mayExamine ? [{ key: 'profile', label: text('profile'), run: () => setEdited(row) }] : []),
    ...(mayOpen && row.status === 'active' && !row.hasAccount
      ? [{ key: 'account', label: text('openAccount'), run: () => setOpened(row) }]
      : []),
  ];
  return (
    <>
      <ListPage
        resource={worker}
        isOwn={false}
        onForm={() => undefined}
        actions={actions}
        cells={{
          photoId: (row) => <WorkerPhoto fileId={row.photoId} name={row.name} />,
          name: (row) => <Typography.Link onClick={() => openCard(row.id)}>{row.name}</Typography.Link>,
          villageCount: (row) =>
            row.villageCount > 0 ? (
              <MaybeLink to={`/ant/person/breedStats?keyword=${encodeURIComponent(row.name)}`}>
                {row.villageCount}
              </MaybeLink>
            ) : (
              <span>0</span>
            ),
          stock: (row) => <span>{row.stock.toLocaleString('en')}</span>,
          certificateUntil: (row) => <Until day={row.certificateUntil} />,
          lastGrade: (row) =>
            row.lastGrade ? (
              <MaybeLink to={`/ant/person/epidemicQuarter?keyword=${encodeURIComponent(row.name)}`}>
                {row.lastGradeName}
              </MaybeLink>
            ) : (
              <span>-</span>
            ),
        }}
        extra={(list) => (
          <Space wrap>
            {mayApply && (
              <Button
                type="primary"
                icon={<PlusOutlined aria-hidden />}
                onClick={() => openPage('/ant/staff/examine?apply=hire')}
              >
                {text('apply')}
              </Button>
            )}
            <ImportButton resource={staff} />
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => void allRows(worker, list).then(setPrinted)}>
              {text('printRoster')}
            </Button>
          </Space>
        )}
      />
      {card !== null && <WorkerCardDrawer id={card} onClose={() => openCard(null)} />}
      {reminded && <RemindOfSeason subjectKind="worker" subjectId={reminded.id} onClose={() => setReminded(null)} />}
      {edited && <ProfileDrawer row={edited} onClose={() => setEdited(null)} />}
      {opened && <AccountDialog row={opened} onClose={() => setOpened(null)} />}
      {printed && <RosterPaper rows={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}

/** Asks for an account; it waits for the security administrator. */
function AccountDialog({ row, onClose }: { readonly row: Worker; onClose(): void }) {
  const t = useT();
  const client = useQueryClient();
  const text = useTexts('prevention.workerPage');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(openWorkerAccount, { body: { staffId: row.id } });
      notify('success', t('prevention.worker.accountAsked'));
      void client.invalidateQueries({ queryKey: resourceKey(worker) });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('openAccount')}
      okText={text('openAccount')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Typography.Text data-record>{text('openAccountAsk', { name: row.name })}</Typography.Text>
    </Modal>
  );
}

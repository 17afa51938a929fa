import { Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import {
  replaceAssignment,
  type SampleAssignment,
  sampleAssignment,
} from '#modules/prevention/contract/lab/sample-assignment.ts';
import { startSampleLog } from '#modules/prevention/contract/lab/sample-log.ts';
import { CollectDrawer } from './collect-drawer.tsx';
import { SheetPaper } from './sheet-paper.tsx';

interface Open {
  readonly logId: number;
  readonly version: number;
  readonly docNo: string;
  readonly row: SampleAssignment;
}

/** 采样任务执行: household by household; started, replaced with a reason, and printed with the labels of its tubes. */
export default function SampleAssignmentPage() {
  const text = useTexts('prevention.labPage');
  const mayCollect = useCan('ant:sample:collect');
  const mayReplace = useCan('ant:sample:task') || mayCollect;
  const changed = useChanged(sampleAssignment);
  const [open, setOpen] = useState<Open | null>(null);
  const [paper, setPaper] = useState<Open | null>(null);
  const [replacing, setReplacing] = useState<SampleAssignment | null>(null);
  const start = async (row: SampleAssignment, then: (log: Open) => void) => {
    try {
      const log = await call(startSampleLog, { body: { assignmentId: row.id } });
      then({ logId: log.id, version: log.version, docNo: log.docNo, row });
    } catch {
      // The client has said why.
    } finally {
      void changed();
    }
  };
  const isOpen = (row: SampleAssignment) =>
    row.status === 'waiting' || (row.status === 'sampling' && row.openLogId !== null);
  return (
    <>
      <ListPage
        resource={sampleAssignment}
        onForm={() => {}}
        isOwn={false}
        cells={{
          collected: (row) =>
            row.collected > 0 ? (
              <PageLink
                to={`/ant/collection/sampleList?taskId=${row.taskId}&keyword=${encodeURIComponent(row.holder ?? '')}`}
              >
                {row.collected}
              </PageLink>
            ) : (
              <span>0</span>
            ),
          dueOn: (row) =>
            row.overdue ? <Typography.Text type="danger">{row.dueOn}</Typography.Text> : <span>{row.dueOn}</span>,
          replaceReason: (row) => (
            <span>
              {row.replaceReason ? `${row.replaceReason}${row.replacedBy ? ` → ${row.replacedBy}` : ''}` : '-'}
            </span>
          ),
        }}
        actions={(row) => [
          ...(mayCollect && isOpen(row)
            ? [
                {
                  key: 'start',
                  label: text(row.openLogId === null ? 'start' : 'goOn'),
                  run: () => void start(row, setOpen),
                },
                { key: 'print', label: text('printSheet'), run: () => void start(row, setPaper) },
              ]
            : []),
          ...(mayReplace && row.status === 'waiting' && row.collected === 0
            ? [{ key: 'replace', label: text('replace'), run: () => setReplacing(row) }]
            : []),
        ]}
      />
      {open && (
        <CollectDrawer
          logId={open.logId}
          version={open.version}
          docNo={open.docNo}
          holder={open.row.holder ?? ''}
          onClose={() => {
            setOpen(null);
            void changed();
          }}
        />
      )}
      {paper && (
        <SheetPaper
          logId={paper.logId}
          count={Math.max(1, paper.row.quota - paper.row.collected)}
          onDone={() => setPaper(null)}
        />
      )}
      {replacing && <ReplaceDialog row={replacing} onClose={() => setReplacing(null)} />}
    </>
  );
}

function ReplaceDialog({ row, onClose }: { readonly row: SampleAssignment; onClose(): void }) {
  const t = useT();
  const text = useTexts('prevention.labPage');
  const changed = useChanged(sampleAssignment);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { holder } = await call(replaceAssignment, {
        body: { id: row.id, version: row.version, reason: reason.trim() },
      });
      notify('success', text('replaced', { name: holder }));
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
      void changed();
    }
  };
  return (
    <Modal
      open
      title={
        <span>
          {text('replaceTitle')} <span data-record>{row.holder}</span>
        </span>
      }
      onCancel={onClose}
      onOk={() => void send()}
      okButtonProps={{ disabled: reason.trim().length < 2, loading: busy }}
      okText={text('replace')}
      cancelText={t('kit.cancel')}
    >
      <Typography.Paragraph type="secondary">{text('replaceHint')}</Typography.Paragraph>
      <Input.TextArea
        aria-label={text('replaceReason')}
        placeholder={text('replaceReason')}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}

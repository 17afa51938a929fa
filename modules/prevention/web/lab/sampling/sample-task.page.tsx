import { PlusOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { type SampleTask, sampleTask } from '#modules/prevention/contract/lab/sample-task.ts';
import { useLabChoices } from '../choices.ts';
import { DrawDialog } from './draw-dialog.tsx';
import { QuotaList } from './quota-list.tsx';
import { TaskForm } from './task-form.tsx';

/** 采样任务定义: what is looked for and where; the households are drawn, looked at, and given out. */
export default function SampleTaskPage() {
  const t = useT();
  const text = useTexts('prevention.labPage');
  const { openPage } = usePage();
  const { panel, open, close } = usePanel();
  const { diseaseNames } = useLabChoices();
  const mayEdit = useCan('ant:sample:task');
  const maySee = useCan('ant:sample:list');
  const [drawing, setDrawing] = useState<{ id: number; version: number } | null>(null);
  const [copied, setCopied] = useState<SampleTask | null>(null);
  const editing = useResourceDetail(sampleTask, panel?.kind === 'edit' ? panel.id : null).row as unknown as
    | SampleTask
    | undefined;
  const isDone = (row: SampleTask) => row.status !== 'draft';
  return (
    <>
      <ListPage
        resource={sampleTask}
        onForm={({ id }) => open(id ? { kind: 'edit', id } : { kind: 'new' })}
        cells={{
          diseases: (row) => <span>{diseaseNames(row.diseaseList)}</span>,
          collected: (row) =>
            isDone(row) && row.quotaHeads > 0 ? (
              <span style={{ whiteSpace: 'nowrap' }}>
                {maySee ? (
                  <PageLink to={`/ant/collection/sampleList?taskId=${row.id}`}>{row.collected}</PageLink>
                ) : (
                  row.collected
                )}{' '}
                <Typography.Text type="secondary">
                  {`${Math.min(100, Math.round((row.collected / row.quotaHeads) * 100))}%`}
                </Typography.Text>
              </span>
            ) : (
              <span>{row.collected}</span>
            ),
          quota: (row) => <QuotaList quota={row.quota} />,
        }}
        actions={(row) => [
          ...(row._can.includes('publish')
            ? [
                { key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit' as const, id: row.id }) },
                { key: 'draw', label: text('drawTitle'), run: () => setDrawing({ id: row.id, version: row.version }) },
              ]
            : []),
          ...(isDone(row) && maySee
            ? [
                {
                  key: 'assignments',
                  label: text('assignments'),
                  run: () => openPage(`/ant/collection/taskInfo?taskId=${row.id}`),
                },
              ]
            : []),
          ...(mayEdit
            ? [
                {
                  key: 'copy',
                  label: text('copy'),
                  run: () => {
                    setCopied(row);
                    open({ kind: 'new' });
                  },
                },
              ]
            : []),
        ]}
        extra={() =>
          mayEdit && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => {
                setCopied(null);
                open({ kind: 'new' });
              }}
            >
              {text('new')}
            </Button>
          )
        }
      />
      {(panel?.kind === 'new' || (panel?.kind === 'edit' && editing)) && (
        <TaskForm
          key={panel.kind === 'edit' ? panel.id : (copied?.id ?? 'new')}
          row={panel.kind === 'edit' ? editing : undefined}
          copied={panel.kind === 'new' ? (copied ?? undefined) : undefined}
          onClose={close}
          onDraw={(saved) => setDrawing(saved)}
        />
      )}
      {drawing && <DrawDialog id={drawing.id} onClose={() => setDrawing(null)} />}
    </>
  );
}

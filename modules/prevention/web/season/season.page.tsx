import { PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { isOver } from '#kit/web/jobs/job-port.ts';
import { useJob } from '#kit/web/jobs/use-job.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import {
  type PreventionSeason,
  preventionSeason,
  type SeasonInput,
} from '#modules/prevention/contract/season/season.ts';
import { numberText } from '../common/days.ts';
import { useDiseaseName } from '../common/use-diseases.ts';
import { CloseDialog } from './close-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { rebuild } from './rebuild.ts';
import { SeasonForm } from './season-form.tsx';
import { SeasonReport } from './season-report.tsx';

// Publishing tells how the plan grows, closing takes a file: both have dialogs of their own.
const plain = Object.fromEntries(
  Object.entries(preventionSeason.transitions ?? {}).filter(([name]) => name !== 'publish' && name !== 'close'),
);
const listed = { ...preventionSeason, transitions: plain } as unknown as typeof preventionSeason;

type Open = { readonly what: 'publish' | 'close' | 'report'; readonly row: PreventionSeason };

/** 防疫季管理: campaigns from draft to summary. */
export default function SeasonPage() {
  const t = useT();
  const text = useTexts('prevention.seasonPage');
  const { panel, open, close } = usePanel();
  const [shown, setShown] = useState<Open | null>(null);
  const [jobId, setJobId] = useState<number | null>(null);
  const mayAdd = useCan('ant:season:add');
  const mayEdit = useCan('ant:season:edit');
  const mayPublish = useCan('ant:season:publish');
  const editing = useResourceDetail(preventionSeason, panel?.kind === 'edit' ? panel.id : null).row;
  const hide = () => setShown(null);
  const joined = useJoined();
  const diseaseName = useDiseaseName();
  const namesOf = (row: PreventionSeason) =>
    joined([...new Set((row.items as SeasonInput['items']).map((one) => diseaseName(one.diseaseCode)))]);
  const actionsOf = (row: PreventionSeason): Action[] => [
    ...(mayEdit && row.status === 'draft'
      ? [{ key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: row.id }) }]
      : []),
    ...(['publish', 'close'] as const)
      .filter((what) => row._can.includes(what))
      .map((what) => ({
        key: what,
        label: t.any(`prevention.preventionSeason._${what}`),
        run: () => setShown({ what, row }),
      })),
    ...(row.status === 'draft' || row.status === 'cancelled'
      ? []
      : [{ key: 'report', label: text('report'), run: () => setShown({ what: 'report', row }) }]),
    ...(mayPublish && ['published', 'ongoing', 'summarising'].includes(row.status)
      ? [{ key: 'rebuild', label: text('rebuild'), run: () => void rebuild(row.id).then(setJobId) }]
      : []),
  ];
  return (
    <>
      {jobId !== null && <BuildStrip key={jobId} jobId={jobId} onClose={() => setJobId(null)} />}
      <ListPage
        resource={listed}
        onForm={({ id }) => open(id ? { kind: 'edit', id } : { kind: 'new' })}
        cells={{
          diseases: (row) => <span>{namesOf(row)}</span>,
          due: (row) => <span>{numberText(row.due)}</span>,
          done: (row) =>
            row.due === 0 ? (
              <span>{numberText(row.done)}</span>
            ) : (
              <PageLink to={`/ant/preventionMange/household?seasonId=${row.id}`}>{numberText(row.done)}</PageLink>
            ),
          coverage: (row) => <Coverage value={row.coverage} />,
        }}
        actions={actionsOf}
        extra={() =>
          mayAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ kind: 'new' })}>
              {text('new')}
            </Button>
          )
        }
      />
      {panel?.kind === 'new' && <SeasonForm onClose={close} />}
      {panel?.kind === 'edit' && editing && (
        <SeasonForm key={editing.version} row={editing as unknown as PreventionSeason} onClose={close} />
      )}
      {shown?.what === 'publish' && <PublishDialog row={shown.row} onClose={hide} onJob={setJobId} />}
      {shown?.what === 'close' && <CloseDialog row={shown.row} onClose={hide} />}
      {shown?.what === 'report' && <SeasonReport id={shown.row.id} onClose={hide} />}
    </>
  );
}

function Coverage({ value }: { readonly value: number | null }) {
  const t = useT();
  if (value === null) return <span>-</span>;
  return (
    <Progress
      aria-label={t('prevention.preventionSeason.coverage')}
      percent={value}
      size="small"
      format={(n) => `${n}%`}
    />
  );
}

/** How far the plan is built, from the job that builds it. */
function BuildStrip({ jobId, onClose }: { readonly jobId: number; onClose(): void }) {
  const t = useT();
  const client = useQueryClient();
  const job = useJob(jobId);
  const done = job ? isOver(job) : false;
  // A season with its plan may have begun: what can be done with it is another thing now.
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: resourceKey(preventionSeason) });
  }, [done, client]);
  if (!job) return null;
  return (
    <Alert
      style={{ marginBlockEnd: 12 }}
      type={done ? (job.status === 'succeeded' ? 'success' : 'warning') : 'info'}
      showIcon
      closable={{ onClose }}
      title={
        <Flex gap={16} align="center" wrap>
          <span data-record>{job.title}</span>
          {done ? (
            <span>{job.message ?? t(`job.status.${job.status}`)}</span>
          ) : (
            <Progress
              percent={job.percent}
              size="small"
              status="active"
              style={{ width: 280 }}
              aria-label={job.title}
            />
          )}
        </Flex>
      }
    />
  );
}

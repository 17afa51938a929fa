import { App, Grid, Segmented, Table, type TableColumnType } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver } from '#kit/web/jobs/job-port.ts';
import { JobProgress, JobTag, useRowCount } from '#kit/web/jobs/job-state.tsx';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { type Action, ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { Failed, Nothing, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import type { Job } from '#modules/platform/contract/file/jobs.ts';
import { JobsSearch } from './jobs-search.tsx';
import { type JobList, useJobActs, useJobList } from './use-job-list.ts';

const columnNames = ['title', 'kind', 'status', 'rows', 'maker', 'createdAt', 'took', 'message'] as const;
type ColumnName = (typeof columnNames)[number];

export default function JobsPage() {
  const t = useT();
  const list = useJobList();
  const prefs = useListPrefs('platform.jobs', columnNames);
  const { frame, button } = useFull();
  const shown = prefs.columns.filter((one) => one.isShown).map((one) => one.name as ColumnName);
  return (
    <FitFrame
      {...frame}
      search={<JobsSearch list={list} />}
      toolbar={
        <ListToolbar
          prefs={prefs}
          labelOf={(name) => t.any(`platform.jobs.${name as ColumnName}`)}
          isFetching={list.fetching}
          onRefresh={list.refresh}
          {...button}
        >
          {list.seesAll && (
            <Segmented
              value={list.isAll ? 'all' : 'mine'}
              onChange={(value) => list.showAll(value === 'all')}
              options={(['all', 'mine'] as const).map((value) => ({ value, label: t.any(`platform.jobs.${value}`) }))}
            />
          )}
        </ListToolbar>
      }
      table={(height) => <Jobs list={list} names={shown} size={prefs.density} height={height} />}
      footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
    />
  );
}

interface JobsProps {
  readonly list: JobList;
  readonly names: readonly ColumnName[];
  readonly size: 'small' | 'medium' | 'large';
  readonly height: number | undefined;
}

const actionsWidth = 240;

function Jobs({ list, names, size, height }: JobsProps) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  const columns = useColumns();
  const actionsOf = useActionsOf();
  if (list.error) return <Failed error={list.error} onRetry={list.refresh} />;
  if (list.loading) return <Waiting />;
  return (
    <Table<Job>
      aria-label={t('platform.jobs._title')}
      rowKey="id"
      size={size}
      dataSource={list.rows}
      pagination={false}
      scroll={{ x: 1_100 + actionsWidth, ...(height !== undefined && list.rows.length > 0 && { y: height }) }}
      sticky={height === undefined}
      locale={{ emptyText: <Nothing isFiltered={list.isFiltered} onReset={() => list.search({})} /> }}
      columns={[
        ...names.map((name) => ({ key: name, title: t.any(`platform.jobs.${name}`), ...columns[name] })),
        {
          key: '_actions',
          title: isNarrow ? '' : t('kit.actions'),
          width: isNarrow ? 64 : actionsWidth,
          fixed: 'end',
          render: (_, job) => <ActionButtons actions={actionsOf(job)} isNarrow={isNarrow} />,
        },
      ]}
    />
  );
}

function useColumns(): Record<ColumnName, TableColumnType<Job>> {
  const { options } = useDict('job_kind');
  const rowCount = useRowCount();
  return {
    title: { width: 150, ellipsis: true, dataIndex: 'title' },
    kind: { width: 70, render: (_, job) => options.find((one) => one.dictValue === job.kind)?.dictLabel ?? job.kind },
    status: {
      width: 150,
      render: (_, job) => (job.status === 'running' ? <JobProgress job={job} /> : <JobTag status={job.status} />),
    },
    rows: { width: 190, render: (_, job) => rowCount(job) || '-' },
    createdAt: { width: 170, render: (_, job) => wallTime(job.startedAt ?? job.createdAt) },
    took: { width: 90, render: (_, job) => tookOf(job) },
    maker: { width: 90, ellipsis: true, dataIndex: 'maker' },
    message: { ellipsis: true, render: (_, job) => job.message ?? '-' },
  };
}

/** `0:07`, `12:30`, `1:02:03`; of one that runs, so far. */
export function tookOf({ startedAt, finishedAt }: Pick<Job, 'startedAt' | 'finishedAt'>, now = Date.now()): string {
  if (!startedAt) return '-';
  const seconds = Math.max(0, Math.round(((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt)) / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Of others' jobs one sees how they went, and nothing more. */
function useActionsOf(): (job: Job) => Action[] {
  const t = useT();
  const { modal } = App.useApp();
  const { cancel, rerun, save } = useJobActs();
  const again = async (job: Job) => {
    // An import writes its rows a second time.
    if (job.kind !== 'import' || (await modal.confirm({ title: t('platform.jobs.againImport') }))) rerun(job.id);
  };
  return (job) => {
    if (!job.isMine) return [];
    const mayRerun = isOver(job) && !(job.status === 'expired' && job.kind === 'import');
    return [
      job.hasResult && { key: 'result', label: t('job.result'), run: () => save({ id: job.id, which: 'result' }) },
      job.hasErrors && { key: 'errors', label: t('job.errors'), run: () => save({ id: job.id, which: 'errors' }) },
      !isOver(job) && { key: 'cancel', label: t('job.cancel'), danger: true, run: () => cancel(job.id) },
      mayRerun && { key: 'again', label: t('platform.jobs.again'), run: () => void again(job) },
    ].filter((one) => one !== false) as Action[];
  };
}

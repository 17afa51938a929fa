import { Progress, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, type Job } from './job-port.ts';

const colors: Readonly<Record<Job['status'], string>> = {
  queued: 'default',
  running: 'processing',
  succeeded: 'success',
  partly: 'warning',
  failed: 'error',
  cancelled: 'default',
  expired: 'default',
};

export function JobTag({ status }: Pick<Job, 'status'>) {
  const t = useT();
  return <Tag color={colors[status]}>{t(`job.status.${status}`)}</Tag>;
}

/** How far a job is, as long as it runs. */
export function JobProgress({ job }: { readonly job: Job }) {
  const t = useT();
  if (isOver(job)) return null;
  return <Progress percent={job.percent} size="small" status="active" aria-label={t(`job.status.${job.status}`)} />;
}

/** Rows done and refused, in words; empty before the first. */
export function useRowCount(): (job: Job) => string {
  const t = useT();
  const n = (number: number) => number.toLocaleString('en-US');
  return ({ done, total, failedRows }) =>
    [
      total ? t('job.rows', { done: n(done), total: n(total) }) : done > 0 ? t('job.rowsDone', { done: n(done) }) : '',
      failedRows > 0 ? t('job.refused', { n: n(failedRows) }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

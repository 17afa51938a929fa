import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { Guard } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, type Job, jobPort } from '#kit/web/jobs/job-port.ts';
import { JobProgress, JobTag, useRowCount } from '#kit/web/jobs/job-state.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import s from './jobs.module.css';

interface Props {
  readonly jobs: readonly Job[];
  onChanged(): void;
}

export default function JobsPanel({ jobs, onChanged }: Props) {
  const t = useT();
  return (
    <section aria-label={t('shell.jobs.title')}>
      <div className={s.head}>
        <strong>{t('shell.jobs.title')}</strong>
        <span className={s.hint}>{t('shell.jobs.keep')}</span>
        <Guard permission="sys:job:list">
          <a href="#/system/jobs">{t('shell.jobs.all')}</a>
        </Guard>
      </div>
      <ul className={s.list}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job, onChanged }: { readonly job: Job; onChanged(): void }) {
  const t = useT();
  const rowCount = useRowCount();
  const save = useMutation({ mutationFn: async (which: 'result' | 'errors') => jobPort.current?.save(job.id, which) });
  const cancel = useMutation({ mutationFn: async () => jobPort.current?.cancel(job.id), onSuccess: onChanged });
  const button = { type: 'link', size: 'small' } as const;
  const kind = `job.kind.${job.kind}`;
  return (
    <li className={s.row}>
      <div className={s.top}>
        <span className={s.title} title={job.title}>
          {[t.has(kind) ? t.any(kind) : null, job.title].filter(Boolean).join(' · ')}
        </span>
        <JobTag status={job.status} />
      </div>
      <JobProgress job={job} />
      <div className={s.meta}>
        <span>{wallTime(job.createdAt).slice(5, 16)}</span>
        <span>{rowCount(job)}</span>
      </div>
      {job.message && isOver(job) && <p className={s.message}>{job.message}</p>}
      <div className={s.buttons}>
        {job.hasResult && (
          <Button {...button} loading={save.isPending} onClick={() => save.mutate('result')}>
            {t('job.result')}
          </Button>
        )}
        {job.hasErrors && (
          <Button {...button} loading={save.isPending} onClick={() => save.mutate('errors')}>
            {t('job.errors')}
          </Button>
        )}
        {!isOver(job) && (
          <Button {...button} danger loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('job.cancel')}
          </Button>
        )}
      </div>
    </li>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { HeaderPopover } from '../header/header-popover.tsx';
import s from './jobs.module.css';
import { useJobs } from './use-jobs.ts';

const JobsPanel = lazy(() => import('./jobs-panel.tsx'));
const radius = 12;
const round = 2 * Math.PI * radius;

/** Long work of the user; nothing is drawn where there was none lately. */
export default function JobsRing() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { jobs, running, percent, refresh } = useJobs(open);
  if (jobs.length === 0) return null;
  const isRunning = running > 0;
  return (
    <HeaderPopover open={open} onOpenChange={setOpen} panel={<JobsPanel jobs={jobs} onChanged={refresh} />}>
      <Button
        type="text"
        className={s.ring ?? ''}
        icon={isRunning ? <Ring percent={percent} /> : <DownloadOutlined />}
        title={t('shell.jobs.title')}
        aria-label={isRunning ? t('shell.jobs.labelRunning', { n: running, percent }) : t('shell.jobs.label')}
      />
    </HeaderPopover>
  );
}

function Ring({ percent }: { readonly percent: number }) {
  return (
    <svg viewBox="0 0 28 28" className={s.circle} aria-hidden="true">
      <circle cx="14" cy="14" r={radius} className={s.track} />
      <circle
        cx="14"
        cy="14"
        r={radius}
        className={s.bar}
        strokeDasharray={`${(Math.max(percent, 4) / 100) * round} ${round}`}
        transform="rotate(-90 14 14)"
      />
      <text x="14" y="14" className={s.number}>
        {percent}
      </text>
    </svg>
  );
}

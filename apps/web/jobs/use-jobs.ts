import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, type Job, jobPort, jobsKey } from '#kit/web/jobs/job-port.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';

const every = 2_000;
const none: readonly Job[] = [];

export interface Jobs {
  readonly jobs: readonly Job[];
  readonly running: number;
  /** Of those that run, together. */
  readonly percent: number;
  refresh(): void;
}

/** The user's last jobs: fetched after login, every two seconds while one runs or they are looked at, and when there are news. */
export function useJobs(isOpen: boolean): Jobs {
  const client = useQueryClient();
  const { data: jobs = none } = useQuery({
    queryKey: jobsKey,
    queryFn: async () => (await jobPort.current?.list()) ?? none,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => (isOpen || data?.some((one) => !isOver(one)) ? every : false),
  });
  const fetchAgain = () => client.invalidateQueries({ queryKey: jobsKey, exact: true });
  usePush('jobs', useRefresh(fetchAgain));
  useTellEnds(jobs);
  const running = jobs.filter((one) => !isOver(one));
  return {
    jobs,
    running: running.length,
    percent: running.length === 0 ? 0 : Math.floor(sum(running.map((one) => one.percent)) / running.length),
    refresh: () => void fetchAgain(),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const tones = { succeeded: 'success', partly: 'warning', failed: 'error' } as const;

/** Says once that a job is over which was seen running here, unless somebody follows it on the page. */
function useTellEnds(jobs: readonly Job[]): void {
  const t = useT();
  const client = useQueryClient();
  const seen = useRef(new Set<number>());
  useEffect(() => {
    for (const { id, status, kind, title } of jobs) {
      if (!isOver({ status })) seen.current.add(id);
      else if (seen.current.delete(id) && status in tones) {
        if (
          client
            .getQueryCache()
            .find({ queryKey: [...jobsKey, id] })
            ?.isActive()
        )
          continue;
        const words = { title, kind: t.any(`job.kind.${kind}`), status: t(`job.status.${status}`) };
        notify(tones[status as keyof typeof tones], t('shell.jobs.finished', words));
      }
    }
  }, [jobs, t, client]);
}

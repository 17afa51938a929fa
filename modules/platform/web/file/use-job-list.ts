import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultPageSize, maxPageSize } from '#kit/contract/envelope.ts';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, jobPort, jobsKey } from '#kit/web/jobs/job-port.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { cancelJob, listJobs, rerunJob } from '#modules/platform/contract/file/jobs.ts';

export const filterNames = ['kind', 'status', 'title', 'maker', 'createdAtFrom', 'createdAtTo'] as const;
export type JobFilters = Partial<Record<(typeof filterNames)[number], string>>;
export type JobList = ReturnType<typeof useJobList>;

const every = 2_000;
const clamp = (text: string | null, fallback: number, most: number) =>
  Math.min(most, Math.max(1, Math.trunc(Number(text ?? fallback)) || fallback));

/** One's own jobs, or with the right to it everybody's; kept fresh while one of them runs. */
export function useJobList() {
  const url = useUrlState();
  const seesAll = useCan('sys:job:listAll');
  const isAll = seesAll && url.get('mine') !== 'true';
  const filters: JobFilters = Object.fromEntries(
    filterNames.flatMap((name) => (url.get(name) ? [[name, url.get(name)]] : [])),
  );
  const page = clamp(url.get('pageNum'), 1, 500);
  const pageSize = clamp(url.get('pageSize'), defaultPageSize, maxPageSize);
  const sent = { ...filters, mine: isAll ? ('false' as const) : ('true' as const), pageNum: page, pageSize };
  const query = useQuery({
    queryKey: [...jobsKey, 'list', sent],
    queryFn: ({ signal }) => callEnvelope(listJobs, { query: sent, signal, quiet: true, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.data.some((one) => !isOver(one)) ? every : false),
  });
  usePush(
    'jobs',
    useRefresh(() => query.refetch()),
  );
  const total = query.data?.total ?? 0;
  return {
    seesAll,
    isAll,
    filters,
    isFiltered: Object.keys(filters).length > 0,
    rows: query.data?.data ?? [],
    total,
    isCapped: false,
    page,
    pageSize,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    error: query.error,
    loading: query.isPending,
    fetching: query.isFetching,
    refresh: () => void query.refetch(),
    search: (next: JobFilters) =>
      url.set({ ...Object.fromEntries(filterNames.map((name) => [name, next[name] ?? null])), pageNum: null }),
    showAll: (all: boolean) => url.set({ mine: all ? null : 'true', pageNum: null }),
    turnTo: (to: number, size: number) =>
      url.set({ pageNum: size === pageSize && to > 1 ? String(to) : null, pageSize: String(size) }),
  };
}

/** What can be done with a job of one's own. */
export function useJobActs() {
  const t = useT();
  const client = useQueryClient();
  const done = () => client.invalidateQueries({ queryKey: jobsKey });
  const cancel = useMutation({ mutationFn: (id: number) => call(cancelJob, { body: { id } }), onSuccess: done });
  const rerun = useMutation({
    mutationFn: (id: number) => call(rerunJob, { body: { id } }),
    onSuccess: () => {
      notify('success', t('platform.jobs.queued'));
      return done();
    },
  });
  const save = useMutation({
    mutationFn: async ({ id, which }: { id: number; which: 'result' | 'errors' }) => jobPort.current?.save(id, which),
  });
  return { cancel: cancel.mutate, rerun: rerun.mutate, save: save.mutate };
}

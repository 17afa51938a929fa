import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useChosenUnit } from '#kit/web/chosen-unit.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { useLocation } from '#kit/web/router.tsx';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { listNotices, type Notice, readNotices } from '#modules/platform/contract/notice/messages.ts';
import { listTasks, type Task } from '#modules/platform/contract/task/tasks.ts';
import { useUser } from '../session/use-user.ts';

const noticesKey = (unitId: number | null) => ['bell', 'notices', unitId];
const tasksKey = ['bell', 'tasks'];
/** News must not keep a session alive whose user has left. */
const unasked = { background: true, quiet: true };
/** A cooperative hears of all its farms until one of them is chosen in the header. */
const holders = new Set(['farm', 'household']);

export const farmIdOf = ({ principalType, principalId }: Pick<UserInfo, 'principalType' | 'principalId'>) =>
  principalType && holders.has(principalType) ? principalId : null;

export const shortCount = (n: number): string => (n > 99 ? '99+' : String(n));

export interface BellData {
  readonly notices: readonly Notice[];
  readonly tasks: readonly Task[];
  readonly count: number;
  readonly canNotices: boolean;
  readonly canTasks: boolean;
  readonly isClearing: boolean;
  clearAll(): void;
  read(notice: Notice): void;
}

const fetchNotices = async (farmId: number | null, options: object = {}): Promise<Notice[]> =>
  (await call(listNotices, { ...options, body: { page: 1, pageSize: 1000, isRead: 0, farmId } })).list;
const fetchTasks = (options: object = {}) =>
  call(listTasks, { ...options, body: { page: 1, pageSize: 100, tab: 'mine' } });

/** Unread notices and open tasks: fetched after login, on each navigation to a page of the menu, and when there are news. */
export function useBell(): BellData {
  const t = useT();
  const user = useUser();
  const chosen = useChosenUnit((store) => store.unitId);
  const farmId = chosen ?? farmIdOf(user);
  const client = useQueryClient();
  const canNotices = useCan('sys:notice:info:list');
  const canTasks = useCan('sys:task:list');
  const notices = useQuery({
    queryKey: noticesKey(farmId),
    queryFn: () => fetchNotices(farmId),
    enabled: canNotices,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tasks = useQuery({
    queryKey: tasksKey,
    queryFn: () => fetchTasks(),
    enabled: canTasks,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useRefetchOnPages(canNotices, notices.refetch);
  useRefetchOnPages(canTasks, tasks.refetch);
  usePush(
    'notices',
    useRefresh(async () => client.setQueryData(noticesKey(farmId), await fetchNotices(farmId, unasked))),
    {
      enabled: canNotices,
    },
  );
  usePush(
    'tasks',
    useRefresh(async () => client.setQueryData(tasksKey, await fetchTasks(unasked))),
    {
      enabled: canTasks,
    },
  );

  const clear = useMutation({
    mutationFn: (list: readonly Notice[]) =>
      call(readNotices, { body: { idArr: list.map((one) => one.noticeReceiverId) } }),
    onSuccess: (_, list) => {
      const gone = new Set(list.map((one) => one.noticeReceiverId));
      // What asks for a receipt stays until it has it.
      const stays = (one: Notice) => !gone.has(one.noticeReceiverId) || (one.needReceipt && !one.receiptTime);
      client.setQueryData<Notice[]>(noticesKey(farmId), (old) => old?.filter(stays));
    },
  });
  const list = notices.data ?? [];
  return {
    notices: list,
    tasks: tasks.data?.list ?? [],
    count: list.length + (tasks.data?.total ?? 0),
    canNotices,
    canTasks,
    isClearing: clear.isPending,
    clearAll: () =>
      clear.mutate(list, {
        onSuccess: ({ receiptsDue: n }) =>
          n > 0 ? notify('info', t('shell.bell.receiptsDue', { n })) : notify('success', t('shell.bell.allRead')),
      }),
    read: (notice) => clear.mutate([notice]),
  };
}

function useRefetchOnPages(enabled: boolean, refetch: (options: { cancelRefetch: false }) => unknown): void {
  const { pathname } = useLocation();
  const isMenuPage = useUser().pages.some((page) => page.path === pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the cause
  useEffect(() => {
    // A fetch still under way is joined, not doubled.
    if (enabled && isMenuPage) refetch({ cancelRefetch: false });
  }, [enabled, isMenuPage, pathname, refetch]);
}

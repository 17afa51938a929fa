import { App } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { usePush } from '#kit/web/push/use-push.ts';
import { useNavigate } from '#kit/web/router.tsx';
import { listNotices, type Notice } from '#modules/platform/contract/notice/messages.ts';
import { useUser } from '../session/use-user.ts';
import { playChime } from './play-chime.ts';

const shownSeconds = 8;

/** Notices of the kinds the user wants pop up in the corner when they arrive, and are heard if wanted. */
export function Reminders() {
  const { reminders } = useUser();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const isAllowed = useCan('sys:notice:info:list');
  usePush(
    'notices',
    ({ kind, data }) => {
      const { noticeId, type } = (data ?? {}) as { noticeId?: number; type?: string };
      if (kind !== 'new' || !reminders.popTypes.some((one) => one === type)) return;
      if (reminders.sound) playChime();
      // News must not keep a session alive whose user has left.
      void call(listNotices, {
        body: { page: 1, pageSize: 20, isRead: 0, farmId: null },
        background: true,
        quiet: true,
      }).then(
        ({ list }) => {
          const found = list.find((one: Notice) => one.noticeId === noticeId);
          if (!found) return;
          notification.info({
            title: found.title,
            description: plainText(found.content),
            duration: shownSeconds,
            placement: 'bottomRight',
            ...(found.linkPath && { onClick: () => void navigate(found.linkPath as string) }),
          });
        },
        () => {},
      );
    },
    { enabled: isAllowed && reminders.popTypes.length > 0 },
  );
  return null;
}

const plainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

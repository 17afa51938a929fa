import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { Notice } from '#modules/platform/contract/notice/messages.ts';
import type { Task } from '#modules/platform/contract/task/tasks.ts';
import { MenuIcon } from '../menu/menu-icon.tsx';
import s from './bell.module.css';
import { firstLine, timeAgo } from './time-ago.ts';

const noticeIcons: Record<string, string> = {
  notice: 'MailOutlined',
  warning: 'AlertOutlined',
  reminder: 'BellOutlined',
  system: 'InfoCircleOutlined',
};

export function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useT();
  const language = useLanguage();
  return (
    <button type="button" className={s.row} onClick={onOpen}>
      <span className={s.icon} data-level={notice.level}>
        <MenuIcon name={noticeIcons[notice.type] ?? notice.icon} />
      </span>
      <span className={s.text}>
        <strong>{notice.title}</strong>
        <span className={s.line}>{firstLine(notice.content)}</span>
        <span className={s.meta}>
          {notice.animalNumber && <span>{t('shell.bell.tag', { number: notice.animalNumber })}</span>}
          <time dateTime={notice.noticeDate}>{timeAgo(notice.noticeDate, language)}</time>
          {notice.needReceipt && !notice.receiptTime && (
            <span className={s.overdue}>
              {notice.receiptBefore
                ? t('shell.bell.receiptBefore', { time: notice.receiptBefore.slice(5, 16).replace('T', ' ') })
                : t('shell.bell.receipt')}
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

export function TaskRow({ task, onOpen }: { task: Task; onOpen: () => void }) {
  const t = useT();
  const language = useLanguage();
  return (
    <button type="button" className={s.row} onClick={onOpen}>
      <span className={s.icon} data-level={task.overdue ? 'urgent' : 'normal'}>
        <MenuIcon name={task.icon ?? 'FormOutlined'} />
      </span>
      <span className={s.text}>
        <strong>{task.taskName}</strong>
        <span className={s.meta}>
          <span>{task.taskTypeStr}</span>
          <span className={s.priority} data-priority={task.priority}>
            {task.priorityStr}
          </span>
          {task.overdue ? (
            <span className={s.overdue}>{t('shell.bell.overdue')}</span>
          ) : (
            task.dueAt && (
              <time dateTime={task.dueAt}>{t('shell.bell.due', { time: timeAgo(task.dueAt, language) })}</time>
            )
          )}
        </span>
      </span>
    </button>
  );
}

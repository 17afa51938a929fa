import { Button, Tabs } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';
import type { Notice } from '#modules/platform/contract/notice/messages.ts';
import type { Task } from '#modules/platform/contract/task/tasks.ts';
import { menuTitle } from '../menu/menu-tree.ts';
import { ownPaths, pages } from '../pages.ts';
import { verdict } from '../session/access.ts';
import { useUser } from '../session/use-user.ts';
import s from './bell.module.css';
import { BellEmpty } from './bell-empty.tsx';
import { NoticeRow, TaskRow } from './bell-rows.tsx';
import { type BellData, shortCount } from './use-bell.ts';

const noticesPage = '/anm/warning/msg';
const tasksPage = '/anm/task/manage';

export default function BellPanel({ data, onDone }: { data: BellData; onDone: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const opens = (path: string | null) =>
    path !== null && verdict(path.split('?')[0] ?? path, user, pages, ownPaths) === 'page';
  const go = (path: string) => {
    onDone();
    void navigate(path);
  };
  const openNotice = (notice: Notice) => {
    data.read(notice);
    // A receipt is given where the notice is read whole.
    if (notice.linkPath && !notice.needReceipt && opens(notice.linkPath)) go(notice.linkPath);
    else if (opens(noticesPage)) go(`${noticesPage}?type=${notice.type}&noticeId=${notice.noticeId}`);
  };
  const openTask = (task: Task) => {
    if (opens(task.linkPath)) go(task.linkPath);
    else if (opens(tasksPage)) go(tasksPage);
  };

  const noticeTab = {
    key: 'notices',
    label: count(t('shell.bell.notices'), data.notices.length),
    children: (
      <>
        <div className={s.list}>
          {data.notices.length === 0 && <BellEmpty text={t('shell.bell.noNotices')} />}
          {data.notices.map((one) => (
            <NoticeRow key={one.noticeReceiverId} notice={one} onOpen={() => openNotice(one)} />
          ))}
        </div>
        <div className={s.foot}>
          <Button
            type="text"
            disabled={data.notices.length === 0}
            loading={data.isClearing}
            onClick={() => data.clearAll()}
          >
            {t('shell.bell.clear')}
          </Button>
          {opens(noticesPage) && (
            <Button type="link" onClick={() => go(`${noticesPage}?type=notice`)}>
              {t('shell.bell.moreNotices')}
            </Button>
          )}
        </div>
      </>
    ),
  };
  const taskTab = {
    key: 'tasks',
    label: count(t('shell.bell.tasks'), data.tasks.length),
    children: (
      <>
        <div className={s.list}>
          {data.tasks.length === 0 && <BellEmpty text={t('shell.bell.noTasks')} />}
          {data.tasks.map((one) => (
            <TaskRow key={one.id} task={one} onOpen={() => openTask(one)} />
          ))}
        </div>
        {opens(tasksPage) && (
          <div className={s.foot}>
            <span />
            <Button type="link" onClick={() => go(tasksPage)}>
              {t('shell.bell.moreTasks')}
            </Button>
          </div>
        )}
      </>
    ),
  };
  return (
    <>
      <Tabs
        className={s.tabs ?? ''}
        centered
        items={[...(data.canNotices ? [noticeTab] : []), ...(data.canTasks ? [taskTab] : [])]}
      />
      <OtherPages onOpen={go} />
    </>
  );
}

/** The other pages of messages and alarms: they stand in no system's menu unless that system has work of its own for the user. */
function OtherPages({ onOpen }: { onOpen: (path: string) => void }) {
  const t = useT();
  const user = useUser();
  const language = useLanguage();
  const others = user.pages.filter(
    ({ path }) => path !== null && path !== noticesPage && path !== tasksPage && user.servesAll.includes(path),
  );
  if (others.length === 0) return null;
  return (
    <nav className={s.others} aria-label={t('shell.bell.others')}>
      {others.map((page) => (
        <Button key={page.id} type="link" size="small" onClick={() => onOpen(page.path ?? '')}>
          {menuTitle(page, language)}
        </Button>
      ))}
    </nav>
  );
}

const count = (label: string, n: number) => (n > 0 ? `${label} (${shortCount(n)})` : label);

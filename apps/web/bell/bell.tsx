import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePushState } from '#kit/web/push/use-push.ts';
import s from './bell-button.module.css';
import { shortCount, useBell } from './use-bell.ts';

const BellPanel = lazy(() => import('./bell-panel.tsx'));
const width = 400;

export function Bell() {
  const t = useT();
  const data = useBell();
  const [open, setOpen] = useState(false);
  const state = usePushState();
  if (!data.canNotices && !data.canTasks) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      styles={{ root: { width, maxWidth: 'calc(100vw - 16px)' }, container: { padding: 0 } }}
      content={
        <Suspense fallback={null}>
          <BellPanel data={data} onDone={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        type="text"
        icon={<BellOutlined />}
        className={s.bell ?? ''}
        data-push={state}
        title={state === 'polling' ? t('shell.bell.polling') : ''}
        aria-label={data.count > 0 ? t('shell.bell.labelCount', { n: data.count }) : t('shell.bell.label')}
      >
        {data.count > 0 && (
          <span className={s.badge} aria-hidden="true">
            {shortCount(data.count)}
          </span>
        )}
      </Button>
    </Popover>
  );
}

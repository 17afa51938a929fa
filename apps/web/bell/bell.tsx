import { BellOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePushState } from '#kit/web/push/use-push.ts';
import { HeaderPopover } from '../header/header-popover.tsx';
import s from './bell-button.module.css';
import { shortCount, useBell } from './use-bell.ts';

const BellPanel = lazy(() => import('./bell-panel.tsx'));

export function Bell() {
  const t = useT();
  const data = useBell();
  const [open, setOpen] = useState(false);
  const state = usePushState();
  if (!data.canNotices && !data.canTasks) return null;
  return (
    <HeaderPopover open={open} onOpenChange={setOpen} panel={<BellPanel data={data} onDone={() => setOpen(false)} />}>
      <Button
        type="text"
        icon={<BellOutlined />}
        className={s.bell ?? ''}
        data-push={state}
        data-tour="bell"
        title={state === 'polling' ? t('shell.bell.polling') : ''}
        aria-label={data.count > 0 ? t('shell.bell.labelCount', { n: data.count }) : t('shell.bell.label')}
      >
        {data.count > 0 && (
          <span className={s.badge} aria-hidden="true">
            {shortCount(data.count)}
          </span>
        )}
      </Button>
    </HeaderPopover>
  );
}

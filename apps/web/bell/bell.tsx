import { BellOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useBell } from './use-bell.ts';

const BellPanel = lazy(() => import('./bell-panel.tsx'));
const width = 400;

export function Bell() {
  const t = useT();
  const data = useBell();
  const [open, setOpen] = useState(false);
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
      <Badge count={data.count} overflowCount={99} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined />}
          aria-label={data.count > 0 ? t('shell.bell.labelCount', { n: data.count }) : t('shell.bell.label')}
        />
      </Badge>
    </Popover>
  );
}

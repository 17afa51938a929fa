import { BgColorsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';

const ThemeDrawer = lazy(() => import('../theme-drawer/theme-drawer.tsx'));

export function ThemeButton() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        type="text"
        icon={<BgColorsOutlined />}
        data-tour="theme"
        title={t('shell.header.theme')}
        aria-label={t('shell.header.theme')}
        onClick={show}
      />
      {wanted && (
        <Suspense fallback={null}>
          <ThemeDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

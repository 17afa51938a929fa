import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useFullscreen } from '#kit/web/ui/use-fullscreen.ts';

export function FullscreenButton() {
  const t = useT();
  const { isFull, toggle } = useFullscreen();
  const label = isFull ? t('shell.header.exitFullscreen') : t('shell.header.fullscreen');
  return (
    <Button
      type="text"
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      title={label}
      aria-label={label}
      onClick={toggle}
    />
  );
}

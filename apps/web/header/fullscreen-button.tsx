import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export function FullscreenButton() {
  const t = useT();
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement != null);
  const label = isFull ? t('shell.header.exitFullscreen') : t('shell.header.fullscreen');
  const toggle = async () => {
    try {
      if (!document.fullscreenEnabled) throw new Error('unsupported');
      await (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      notify('error', t('shell.header.noFullscreen'));
    }
  };
  return (
    <Button
      type="text"
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      title={label}
      aria-label={label}
      onClick={() => void toggle()}
    />
  );
}

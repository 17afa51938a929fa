import { Button, Checkbox, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { FacePreviewProps } from '#kit/web/ui/face-preview.ts';
import { Face } from './face.tsx';
import s from './login.module.css';

const [width, height] = [1280, 800];

/** The login page at the size of a window, made small; nothing in it can be used. */
export default function FacePreview({ face }: FacePreviewProps) {
  const t = useT();
  const holder = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.4);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setScale(element.clientWidth / width));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={holder} className={s.preview} style={{ height: height * scale }} aria-hidden data-record>
      <div inert style={{ width, height, transform: `scale(${scale})` }}>
        <Face face={face} isPreview>
          <p className={s.heading}>{t('shell.login.heading')}</p>
          <Input size="large" readOnly placeholder={t('shell.login.account')} style={{ marginBottom: 24 }} />
          <Input size="large" readOnly placeholder={t('shell.login.password')} style={{ marginBottom: 24 }} />
          {face.rememberAllowed && (
            <div className={s.row}>
              <Checkbox>{t('shell.login.remember')}</Checkbox>
            </div>
          )}
          <Button block type="primary" className={s.submit ?? ''}>
            {t('shell.login.submit')}
          </Button>
        </Face>
      </div>
    </div>
  );
}

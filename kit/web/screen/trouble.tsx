import { DisconnectOutlined, LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import css from './screen.module.css';
import { isRefusal } from './use-live.ts';

interface TroubleProps {
  readonly error: Error;
  /** Nobody stands there to press anything. */
  readonly isKiosk: boolean;
  onRetry(): void;
  onClose(): void;
}

/** Instead of a screen that has nothing to show yet. Who is refused is not asked to try again. */
export function Trouble({ error, isKiosk, onRetry, onClose }: TroubleProps) {
  const t = useT();
  const isRefused = isRefusal(error);
  return (
    <div className={css.trouble} role="alert" data-refused={isRefused || undefined}>
      {isRefused ? <LockOutlined aria-hidden /> : <DisconnectOutlined aria-hidden />}
      <p>{error.message}</p>
      {!isRefused && <span className={css.note}>{t('kit.screen.retrying')}</span>}
      {!isKiosk &&
        (isRefused ? (
          <Button onClick={onClose}>{t('kit.close')}</Button>
        ) : (
          <Button onClick={onRetry}>{t('kit.retry')}</Button>
        ))}
    </div>
  );
}

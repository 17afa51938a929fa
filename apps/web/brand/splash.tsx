import { useT } from '#kit/web/i18n/i18n.ts';
import s from './brand.module.css';
import { LogoMark } from './logo.tsx';

export function Splash() {
  const t = useT();
  return (
    <div className={s.splash} role="status" aria-label={t('shell.loading')}>
      <LogoMark size={48} />
    </div>
  );
}

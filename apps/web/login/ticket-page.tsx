import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#kit/web/i18n/i18n.ts';
import { LogoMark } from '../brand/logo.tsx';
import { unifiedLogin } from '../routing/paths.ts';
import s from './login.module.css';

const shownFor = 2000;

/** The way in for third parties. Tickets are not issued yet, so every one presented is invalid. */
export default function TicketPage() {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(unifiedLogin, { replace: true }), shownFor);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <main className={s.ticket} role="alert">
      <LogoMark size={48} />
      <p>{t('auth.ticket')}</p>
    </main>
  );
}

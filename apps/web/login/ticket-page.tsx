import { Spin } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useLocation, useNavigate } from '#kit/web/router.tsx';
import { LogoMark } from '../brand/logo.tsx';
import { innerFrom, unifiedLogin } from '../routing/paths.ts';
import { checkTicket } from '../session/first-calls.ts';
import { useSessionStore } from '../session/session-store.ts';
import s from './login.module.css';

const shownFor = 2000;
// A ticket is good once: drawing the page twice must not spend it twice.
const asked = new Map<string, Promise<{ token: string; toPath: string | null }>>();

function trade(ticket: string) {
  const known = asked.get(ticket) ?? call(checkTicket, { body: { ticket }, quiet: true });
  asked.set(ticket, known);
  return known;
}

/** The way in for third parties and for the app's "open in browser": trades the ticket for a session and goes on. */
export default function TicketPage() {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isBad, setBad] = useState(false);
  useEffect(() => {
    const query = new URLSearchParams(search);
    let isMine = true;
    trade(query.get('ticket') ?? '').then(
      ({ token, toPath }) => {
        if (!isMine) return;
        const to = innerFrom(query.get('to')) ?? innerFrom(toPath);
        useSessionStore.getState().begin(token, false);
        void navigate(to ? `${unifiedLogin}?from=${encodeURIComponent(to)}` : '/', { replace: true });
      },
      () => isMine && setBad(true),
    );
    return () => {
      isMine = false;
    };
  }, [search, navigate]);
  useEffect(() => {
    if (!isBad) return;
    const timer = setTimeout(() => void navigate(unifiedLogin, { replace: true }), shownFor);
    return () => clearTimeout(timer);
  }, [isBad, navigate]);
  return (
    <main className={s.ticket} role={isBad ? 'alert' : 'status'}>
      <LogoMark size={48} />
      {!isBad && <Spin />}
      <p>{t(isBad ? 'auth.ticket' : 'shell.login.checking')}</p>
    </main>
  );
}

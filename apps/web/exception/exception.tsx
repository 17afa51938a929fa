import type { ReactNode } from 'react';
import s from './exception.module.css';

interface ExceptionProps {
  /** Stamped on the ear tag. */
  readonly code: string;
  readonly title: string;
  readonly notes?: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the window instead of a tab. */
  readonly bare?: boolean;
}

export function Exception({ code, title, notes, actions, bare = false }: ExceptionProps) {
  return (
    <section className={s.exception} data-bare={bare} role="alert">
      <svg viewBox="0 0 240 200" className={s.art} aria-hidden="true">
        <path className={s.hillFar} d="M4 192c24-30 58-44 92-38s60-6 88-2 40 22 52 40Z" />
        <path className={s.hillNear} d="M4 192c44-20 92-22 132-14s72 2 100 14Z" />
        <path className={s.rope} d="M96 0c10 22 20 30 24 48" />
        <path
          className={s.tag}
          fillRule="evenodd"
          d="M120 34c-9 0-16 7-16 16 0 5-1 8-5 11l-12 11c-4 4-6 8-6 13v49c0 9 7 16 16 16h46c9 0 16-7 16-16V85c0-5-2-9-6-13l-12-11c-4-3-5-6-5-11 0-9-7-16-16-16Zm0 10a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z"
        />
        <text className={s.code} x="120" y="122">
          {code}
        </text>
      </svg>
      <h1 className={s.title}>{title}</h1>
      {notes && <div className={s.notes}>{notes}</div>}
      {actions && <div className={s.actions}>{actions}</div>}
    </section>
  );
}

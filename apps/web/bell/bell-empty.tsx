import s from './bell.module.css';

export function BellEmpty({ text }: { text: string }) {
  return (
    <div className={s.empty}>
      <svg viewBox="0 0 120 72" width={120} height={72} aria-hidden="true">
        <circle className={s.sun} cx="82" cy="36" r="12" />
        <path className={s.hill} d="M4 66c12-16 28-22 46-18s26-2 40 0 20 10 26 18Z" />
        <path className={s.hillNear} d="M4 66c22-9 44-10 66-6s34 1 46 6Z" />
      </svg>
      <p>{text}</p>
    </div>
  );
}

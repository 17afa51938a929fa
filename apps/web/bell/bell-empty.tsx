import s from './bell.module.css';

export function BellEmpty({ text }: { text: string }) {
  return (
    <div className={s.empty}>
      <svg viewBox="0 0 120 72" width={120} height={72} aria-hidden="true">
        <path className={s.hill} d="M0 56c22-14 42-14 60-6s38 4 60-8v30H0Z" />
        <circle className={s.sun} cx="82" cy="30" r="12" />
        <path className={s.hillNear} d="M0 64c30-10 60-8 120-2v10H0Z" />
      </svg>
      <p>{text}</p>
    </div>
  );
}

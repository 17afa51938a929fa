import s from './brand.module.css';

/** An ear tag with a link of a chain on it: 牧 and 链. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" className={s.mark}>
      <path
        className={s.tag}
        fillRule="evenodd"
        d="M20 1.5a6 6 0 0 0-6 6c0 1.6-.5 2.9-1.6 4L8.3 15.3a6 6 0 0 0-1.8 4.3v12.9a6 6 0 0 0 6 6h15a6 6 0 0 0 6-6V19.6a6 6 0 0 0-1.8-4.3l-4.1-3.8c-1.1-1.1-1.6-2.4-1.6-4a6 6 0 0 0-6-6Zm0 3.6a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Z"
      />
      <g className={s.link}>
        <rect x="-5.6" y="-3.3" width="11.2" height="6.6" rx="3.3" transform="translate(17.3 28.2) rotate(-45)" />
        <rect x="-5.6" y="-3.3" width="11.2" height="6.6" rx="3.3" transform="translate(22.7 22.8) rotate(-45)" />
      </g>
    </svg>
  );
}

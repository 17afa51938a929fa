import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import s from './door-field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'prefix'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly problem: string | undefined;
  onChange(value: string): void;
  /** Said below while there is something to say. */
  readonly extra?: string | undefined;
  /** Beside the box. */
  readonly children?: ReactNode;
}

/** A field of the login form: it looks like the other fields, without the library of forms that nobody waits for at the door. */
export function DoorField({ label, icon, problem, onChange, extra, children, type = 'text', ...rest }: Props) {
  const t = useT();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <div className={s.field}>
      <label htmlFor={id}>{label}</label>
      <div className={s.line}>
        <span className={s.box} data-wrong={problem !== undefined}>
          <span className={s.icon} aria-hidden>
            {icon}
          </span>
          <input
            {...rest}
            id={id}
            type={isPassword && isShown ? 'text' : type}
            aria-required
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-said`}
            onChange={(event) => onChange(event.target.value)}
          />
          {isPassword && (
            <button
              type="button"
              className={s.eye}
              aria-label={t('shell.login.showPassword')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            </button>
          )}
        </span>
        {children}
      </div>
      <div id={`${id}-said`} className={s.said}>
        {problem !== undefined && <span role="alert">{problem}</span>}
        {extra !== undefined && (
          <span role="status" className={s.extra}>
            {extra}
          </span>
        )}
      </div>
    </div>
  );
}

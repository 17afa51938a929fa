import { LogoMark } from '../brand/logo.tsx';
import s from './shell.module.css';
import { useSite } from './site.ts';

export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  const { title, logo } = useSite();
  return (
    <a className={s.logo} href="#/" title={title}>
      {logo ? <img src={logo} alt="" height={32} /> : <LogoMark size={32} />}
      {!markOnly && <span>{title}</span>}
    </a>
  );
}

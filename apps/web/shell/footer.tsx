import { RecordNumbers } from '../brand/record-numbers.tsx';
import s from './shell.module.css';
import { useSite } from './site.ts';

export function Footer() {
  const { title, copyright, icpNo, policeNo } = useSite();
  return (
    <footer className={s.footer}>
      <span>{copyright ?? `© ${new Date().getFullYear()} ${title}`}</span>
      <RecordNumbers icpNo={icpNo} policeNo={policeNo} />
    </footer>
  );
}

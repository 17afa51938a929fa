import s from './shell.module.css';
import { useSite } from './site.ts';

export function Footer() {
  const { title, copyright, icpNo, policeNo } = useSite();
  return (
    <footer className={s.footer}>
      <span>{copyright ?? `© ${new Date().getFullYear()} ${title}`}</span>
      {icpNo && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {icpNo}
        </a>
      )}
      {policeNo && <span>{policeNo}</span>}
    </footer>
  );
}

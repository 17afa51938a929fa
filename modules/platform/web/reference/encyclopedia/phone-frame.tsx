import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { NoticeBody } from '../../notice/notice-body.tsx';
import s from './phone.module.css';

interface Props {
  readonly title: string;
  readonly meta: ReactNode;
  readonly coverUrl: string | null;
  /** With addresses on its pictures. */
  readonly html: string;
}

/** An article as it is read in the field. */
export function PhoneFrame({ title, meta, coverUrl, html }: Props) {
  return (
    <div className={s.phone} data-record>
      <div className={s.screen}>
        {coverUrl && <img src={coverUrl} alt="" className={s.cover} />}
        <Typography.Title level={4} className={s.title ?? ''}>
          {title}
        </Typography.Title>
        <div className={s.meta}>{meta}</div>
        <NoticeBody html={html} />
      </div>
    </div>
  );
}

/** Pictures are kept by their number; an article's are public. */
export const withAddresses = (html: string): string =>
  html.replace(/<img([^>]*?)data-file="(\d+)"/g, '<img$1data-file="$2" src="/api/sys/file/public/$2"');

import type { ReactNode } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import './notice-papers.css';

interface Props {
  readonly title: string;
  /** Why it hangs here, before what it says. */
  readonly lead?: ReactNode;
  /** What it says: a table, as on every printed sheet, or paragraphs. */
  readonly children: ReactNode;
  readonly postedOn: string;
  /** As the server computed it (`publicityEnds`): the last moment for an objection. */
  readonly endsAt: string;
  /** Where objections go: a person, a telephone number, a place. */
  readonly objections: string;
  /** Who posts it and stands for it. */
  readonly by: string;
  readonly isWide?: boolean;
  onDone(): void;
}

/** What hangs on the wall for so many days: what is made public, until when, to whom to object, and room for the stamp. */
export function NoticeSheet({ title, lead, children, postedOn, endsAt, objections, by, isWide, onDone }: Props) {
  const text = useTexts('field');
  // A notice ends at 24:00: of the midnight only the day before it is of use to a reader.
  const last = wallTime(new Date(Date.parse(endsAt) - 1000).toISOString()).slice(0, 10);
  return (
    <PrintSheet title={title} isBare isWide={isWide ?? false} onDone={onDone}>
      <h1>{title}</h1>
      {lead && <p className="ml-notice-lead">{lead}</p>}
      {children}
      <dl className="ml-notice-foot">
        <dt>{text('notice.period')}</dt>
        <dd>{text('notice.fromTo', { from: postedOn, to: last })}</dd>
        <dt>{text('notice.objections')}</dt>
        <dd data-record>{objections}</dd>
      </dl>
      <p className="ml-notice-by">
        <span data-record>{by}</span>
        <span>{text('notice.stamp')}</span>
        <span>{postedOn}</span>
      </p>
    </PrintSheet>
  );
}

import { Typography } from 'antd';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { useLabel, useWords } from '../texts.ts';
import { outbox, type Queued } from './outbox.ts';

interface Props {
  readonly isOnline: boolean;
  onCorrect(one: Queued): void;
  onSent(): void;
}

const most = 5;

/** The sheets of visits that wait. */
export function QueuePanel(props: Props) {
  const words = useWords();
  const result = useLabel('visit_result');
  return (
    <OutboxPanel
      {...props}
      outbox={outbox}
      title={({ prepared, form, heads }) => (
        <span>
          <span data-record>{prepared.holder.name}</span>{' '}
          {form.outcome === 'done' ? words('headCount', { n: heads }) : result(form.outcome)}
        </span>
      )}
      outcome={({ docNo, refused = [] }) => (
        <>
          {docNo && <Typography.Text type="secondary">{docNo}</Typography.Text>}
          {refused.length > 0 && (
            <Typography.Text type="warning">
              {refused
                .slice(0, most)
                .map((no) => `${no.earTag} ${no.text}`)
                .join('；')}
              {refused.length > most && ` … ${refused.length}`}
            </Typography.Text>
          )}
        </>
      )}
    />
  );
}

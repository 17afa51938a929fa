import { useRef } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { screen } from '#kit/web/screen/palette.ts';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { useAlarmName } from './alarm-name.ts';
import type { ScreenContext } from './screen-frame.tsx';

interface AlertRow {
  readonly id: number;
  readonly level: 'info' | 'warn' | 'urgent';
  readonly kind: string;
  readonly place: string;
  readonly subject: string | null;
  readonly openedAt: string;
}

const colours = { urgent: screen.bad, warn: screen.warn, info: screen.sky } as const;

/** Open alarms; one that has just come blinks three times and no more. */
export function AlertRows({ context, rows, fits }: { context: ScreenContext; rows: readonly unknown[]; fits: number }) {
  const nameOf = useAlarmName();
  const known = useRef<ReadonlySet<number> | null>(null);
  const alerts = rows as readonly AlertRow[];
  const before = known.current;
  known.current = new Set(alerts.map((one) => one.id));
  const age = (at: string) => {
    const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 3_600_000));
    return hours < 48 ? context.text('hours', { n: hours }) : context.text('days', { n: Math.floor(hours / 24) });
  };
  return (
    <Moving rowHeight={36} fits={fits}>
      {alerts.map((one) => (
        <Line key={one.id} columns="12px 152px 1fr 58px">
          <span
            className={before !== null && !before.has(one.id) ? css.blink : undefined}
            style={{ width: 10, height: 10, borderRadius: 5, background: colours[one.level] }}
          />
          <span className={css.cut}>
            <Opens to={`/ant/preventionMange/alert?kind=${one.kind}`}>{nameOf(one.kind)}</Opens>
          </span>
          <span className={`${css.cut} ${css.soft}`} title={one.subject ?? one.place}>
            {one.subject ?? one.place}
          </span>
          <span className={`${css.right} ${css.soft}`}>{age(one.openedAt)}</span>
        </Line>
      ))}
    </Moving>
  );
}

import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenContext } from '../screen-frame.tsx';

interface LaggardRow {
  readonly code: number;
  readonly name: string;
  readonly above: string;
  readonly remaining: number;
  readonly gap: number | null;
  readonly idle: number | null;
  readonly worker: string | null;
}

const columns = '178px 58px 52px 78px 1fr';

/** Whom the meeting must speak to: the furthest behind, and who answers for them. */
export function Laggards({ context }: { readonly context: ScreenContext }) {
  const { number, signed } = useNumbers();
  const rows = context.rows<LaggardRow>('B2');
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  return (
    <Panel
      id="B2"
      at={[653, 756, 614, 300]}
      title={text('laggards')}
      extra={text('worstFirst')}
      isEmpty={rows.length === 0}
    >
      <Line columns={columns} height={26}>
        <span className={css.note}>{text('place')}</span>
        <span className={`${css.note} ${css.right}`}>{text('gap')}</span>
        <span className={`${css.note} ${css.right}`}>{text('left')}</span>
        <span className={`${css.note} ${css.right}`}>{text('lastVisit')}</span>
        <span className={css.note}>{text('answers')}</span>
      </Line>
      {rows.map((one) => (
        <Line key={one.code} columns={columns} height={22} onPick={() => context.go(one.code)}>
          <span className={css.cut} title={`${one.above} ${one.name}`}>
            {one.name} <span className={css.note}>{one.above}</span>
          </span>
          <span className={css.right} style={{ color: (one.gap ?? 0) < 0 ? 'var(--bad)' : undefined }}>
            <Opens to={context.opens('B2', one, 'gap')}>{signed(one.gap)}</Opens>
          </span>
          <span className={css.right}>
            <Opens to={context.opens('B2', one, 'remaining')}>{number(one.remaining)}</Opens>
          </span>
          <span className={css.right} style={{ color: one.idle === null || one.idle > 7 ? 'var(--warn)' : undefined }}>
            {one.idle === null ? text('never') : one.idle === 0 ? text('today') : text('daysAgo', { n: one.idle })}
          </span>
          <span className={css.cut} title={one.worker ?? undefined}>
            {one.worker ?? '—'}
          </span>
        </Line>
      ))}
    </Panel>
  );
}

import { useDict } from '#kit/web/lookups/lookups.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenContext } from '../screen-frame.tsx';

interface FlagRow {
  readonly flag: string;
  readonly open: number;
  readonly cleared: number;
}

/** Can the records be trusted: what was flagged and not cleared, and what was looked at by lot. */
export function Quality({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const { options } = useDict('visit_flag');
  const rows = context.rows<FlagRow>('B3');
  const v = context.data.values;
  const largest = Math.max(1, ...rows.map((one) => one.open));
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`workload.${key}`, args);
  const state = (name: string, share: number | null | undefined, note: string, to: string | null = null) => (
    <div style={{ flex: 1 }}>
      <div className={css.note}>{name}</div>
      <div style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600 }}>
        <Opens to={to}>{percent(share)}</Opens>
      </div>
      <Bar share={share ?? null} colour={screen.teal} height={8} />
      <div className={css.note}>{note}</div>
    </div>
  );
  const flagged = rows.reduce((sum, one) => sum + one.open + one.cleared, 0);
  return (
    <Panel
      id="B3"
      at={[1426, 740, 470, 316]}
      title={text('quality')}
      extra={<Opens to={context.drill('work.flagged')}>{text('openFlags', { n: number(v['work.flagged']) })}</Opens>}
      isEmpty={flagged + (v['work.spotDrawn'] ?? 0) + (v['work.visits'] ?? 0) === 0}
    >
      <div style={{ display: 'flex', gap: 28, height: 92 }}>
        {state(text('clearedRate'), v['work.clearedRate'], text('clearedNote'), context.drill('work.clearedRate'))}
        {state(
          text('spotRate'),
          v['work.spotRate'],
          text('spotNote', { done: number(v['work.spotDone']), drawn: number(v['work.spotDrawn']) }),
        )}
      </div>
      {rows.length === 0 && <div className={css.note}>{text('noFlags')}</div>}
      {rows.slice(0, 7).map((one) => (
        <Line key={one.flag} columns="130px 1fr 60px" height={Math.min(34, 166 / rows.length)}>
          <span className={css.cut}>
            {options.find(({ dictValue }) => dictValue === one.flag)?.dictLabel ?? one.flag}
          </span>
          <Bar share={one.open / largest} colour={screen.warn} />
          <span className={css.right}>
            <Opens to={context.opens('B3', one, 'open')}>{number(one.open)}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}

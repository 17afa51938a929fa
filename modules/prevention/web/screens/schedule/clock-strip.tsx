import type { ReactNode } from 'react';
import { Figure, Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Bar } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { coverageColour } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface StripProps {
  readonly context: ScreenContext;
  readonly isPaper: boolean;
}

const radius = 50;
const round = 2 * Math.PI * radius;

/** How far the season is, and whether the work keeps up with it. */
export function ClockStrip({ context, isPaper }: StripProps) {
  const { number } = useNumbers();
  const v = context.data.values;
  const [row] = context.rows<{ forecast: string | null; lowest: string | null }>('K');
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  const shade = (colour: string) => (isPaper ? undefined : colour);
  const gap = v['imm.gap'] ?? null;
  return (
    <Tiles>
      <SeasonClock context={context} />
      <Against context={context} isPaper={isPaper} />
      <Tile
        name={text('gap')}
        value={gap}
        as="signed"
        code="imm.gap"
        unit={text('points')}
        colour={gap === null ? undefined : shade(gap < 0 ? screen.coral : screen.good)}
        note={gap === null ? '—' : text(gap < 0 ? 'behind' : 'ahead')}
        to={context.drill('imm.gap')}
      />
      <Tile
        name={text('householdRate')}
        value={v['imm.householdRate']}
        as="percent"
        code="imm.householdRate"
        note={
          <Opens to={context.drill('imm.households')}>
            {text('householdsOf', { done: number(v['imm.householdsDone']), due: number(v['imm.households']) })}
          </Opens>
        }
        to={context.drill('imm.householdRate')}
      />
      <Tile
        name={text('zeroVillage')}
        value={v['imm.zeroVillage']}
        code="imm.zeroVillage"
        unit={text('villages')}
        colour={(v['imm.zeroVillage'] ?? 0) > 0 ? shade(screen.coral) : undefined}
        note={text('zeroNote')}
        to={context.drill('imm.due')}
      />
      <Forecast context={context} forecast={row?.forecast ?? null} isPaper={isPaper} />
      <Tile
        name={text('density')}
        value={v['imm.densityLowest']}
        as="percent"
        code="imm.density"
        note={row?.lowest ? text('lowestOf', { disease: context.disease(row.lowest) }) : '—'}
        to={row?.lowest ? context.drill(`imm.density.${row.lowest}`) : null}
      />
    </Tiles>
  );
}

function SeasonClock({ context }: { readonly context: ScreenContext }) {
  const { season } = context.data;
  const day = season ? Math.min(season.day, season.days) : 0;
  const part = season ? day / season.days : 0;
  return (
    <div style={{ flex: 'none', width: 280, display: 'flex', alignItems: 'center', gap: 18 }}>
      <svg width={120} height={120} viewBox="0 0 120 120" role="img" aria-label={context.text('schedule.clock')}>
        <circle cx={60} cy={60} r={radius} fill="none" stroke="var(--line)" strokeWidth={10} />
        <circle
          cx={60}
          cy={60}
          r={radius}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={10}
          strokeLinecap="round"
          strokeDasharray={`${round * part} ${round}`}
          transform="rotate(-90 60 60)"
        />
        <text x={60} y={62} textAnchor="middle" fontSize={34} fontWeight={600} fill="var(--text)">
          {season ? day : '—'}
        </text>
        <text x={60} y={84} textAnchor="middle" fontSize={15} fill="var(--soft)">
          / {season?.days ?? '—'}
        </text>
      </svg>
      <div style={{ minWidth: 0 }}>
        <div className={css.tileName}>{context.text('schedule.clock')}</div>
        <div style={{ fontSize: 20, lineHeight: '30px', fontWeight: 600, whiteSpace: 'nowrap' }}>
          {season ? context.text('schedule.dayOf', { day, days: season.days }) : '—'}
        </div>
        <div className={css.note}>{season && `${season.startDate.slice(5)} – ${season.endDate.slice(5)}`}</div>
      </div>
    </div>
  );
}

/** Done above what should be done by now. */
function Against({ context, isPaper }: StripProps) {
  const { percent, number } = useNumbers();
  const v = context.data.values;
  const coverage = v['imm.coverage'] ?? null;
  const planned = v['imm.planPct'] == null ? null : v['imm.planPct'] * (v['imm.target'] ?? 1);
  const line = (name: string, value: ReactNode, bar: ReactNode) => (
    <div style={{ display: 'grid', gridTemplateColumns: '56px 1fr 62px', gap: 10, alignItems: 'center', fontSize: 16 }}>
      <span className={css.soft}>{name}</span>
      {bar}
      <span className={css.right}>{value}</span>
    </div>
  );
  return (
    <div className={css.tile} style={{ flex: 'none', width: 500, flexDirection: 'row', alignItems: 'center', gap: 24 }}>
      <div>
        <div className={css.tileName}>{context.text('coverage')}</div>
        <div className={css.tileValue} data-main style={{ color: isPaper ? undefined : coverageColour(coverage) }}>
          <Opens to={context.drill('imm.coverage')}>
            <Figure value={coverage} as="percent" code="imm.coverage" />
          </Opens>
        </div>
        <div className={css.note}>
          <Opens to={context.drill('imm.done')}>
            {context.text('doneOf', { done: number(v['imm.done']), due: number(v['imm.due']) })}
          </Opens>
        </div>
      </div>
      <div style={{ flex: 1, display: 'grid', gap: 12 }}>
        {line(
          context.text('schedule.done'),
          <Opens key="done" to={context.drill('imm.coverage')}>
            {percent(coverage)}
          </Opens>,
          <Bar share={coverage} colour={coverageColour(coverage)} height={18} />,
        )}
        {line(
          context.text('schedule.plan'),
          <Opens key="plan" to={context.drill('imm.planPct')}>
            {percent(planned)}
          </Opens>,
          <Bar share={planned} colour={screen.plain} height={18} />,
        )}
      </div>
    </div>
  );
}

function Forecast({ context, forecast, isPaper }: StripProps & { readonly forecast: string | null }) {
  const { data } = context;
  const late = data.values['imm.forecastLate'] ?? null;
  const hasDue = (data.values['imm.due'] ?? 0) > 0;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  const colour = late === null || late > 0 ? screen.coral : screen.good;
  return (
    <div className={css.tile}>
      <span className={css.tileName}>{text('forecast')}</span>
      <span
        className={css.tileValue}
        style={{ color: isPaper || !hasDue ? undefined : colour }}
        data-figure="imm.forecast"
        data-value={forecast ?? ''}
      >
        <Opens to={context.drill('imm.forecast')}>{hasDue ? (forecast?.slice(5) ?? text('stands')) : '—'}</Opens>
      </span>
      <span className={css.tileNote}>
        {late === null ? '—' : text(late > 0 ? 'lateBy' : 'earlyBy', { n: Math.abs(late) })}
      </span>
    </div>
  );
}

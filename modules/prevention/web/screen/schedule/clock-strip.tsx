import type { ReactNode } from 'react';
import { Figure, Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Bar } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { coverageColour } from '../colours.ts';
import type { Seen } from '../screen-frame.tsx';

interface StripProps {
  readonly seen: Seen;
  readonly isPaper: boolean;
}

const radius = 50;
const round = 2 * Math.PI * radius;

/** How far the season is, and whether the work keeps up with it. */
export function ClockStrip({ seen, isPaper }: StripProps) {
  const { number } = useNumbers();
  const v = seen.data.values;
  const [row] = seen.rows<{ forecast: string | null; lowest: string | null }>('K');
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => seen.text(`schedule.${key}`, args);
  const shade = (colour: string) => (isPaper ? undefined : colour);
  const gap = v['imm.gap'] ?? null;
  return (
    <Tiles>
      <SeasonClock seen={seen} />
      <Against seen={seen} isPaper={isPaper} />
      <Tile
        name={text('gap')}
        value={gap}
        as="signed"
        code="imm.gap"
        unit={text('points')}
        colour={gap === null ? undefined : shade(gap < 0 ? screen.coral : screen.good)}
        note={gap === null ? '—' : text(gap < 0 ? 'behind' : 'ahead')}
        to={seen.drill('imm.gap')}
      />
      <Tile
        name={text('householdRate')}
        value={v['imm.householdRate']}
        as="percent"
        code="imm.householdRate"
        note={
          <Opens to={seen.drill('imm.households')}>
            {text('householdsOf', { done: number(v['imm.householdsDone']), due: number(v['imm.households']) })}
          </Opens>
        }
        to={seen.drill('imm.householdRate')}
      />
      <Tile
        name={text('zeroVillage')}
        value={v['imm.zeroVillage']}
        code="imm.zeroVillage"
        unit={text('villages')}
        colour={(v['imm.zeroVillage'] ?? 0) > 0 ? shade(screen.coral) : undefined}
        note={text('zeroNote')}
        to={seen.drill('imm.due')}
      />
      <Forecast seen={seen} forecast={row?.forecast ?? null} isPaper={isPaper} />
      <Tile
        name={text('density')}
        value={v['imm.densityLowest']}
        as="percent"
        code="imm.density"
        note={row?.lowest ? text('lowestOf', { disease: seen.disease(row.lowest) }) : '—'}
        to={row?.lowest ? seen.drill(`imm.density.${row.lowest}`) : null}
      />
    </Tiles>
  );
}

function SeasonClock({ seen }: { readonly seen: Seen }) {
  const { season } = seen.data;
  const day = season ? Math.min(season.day, season.days) : 0;
  const part = season ? day / season.days : 0;
  return (
    <div style={{ flex: 'none', width: 280, display: 'flex', alignItems: 'center', gap: 18 }}>
      <svg width={120} height={120} viewBox="0 0 120 120" role="img" aria-label={seen.text('schedule.clock')}>
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
        <div className={css.tileName}>{seen.text('schedule.clock')}</div>
        <div style={{ fontSize: 20, lineHeight: '30px', fontWeight: 600, whiteSpace: 'nowrap' }}>
          {season ? seen.text('schedule.dayOf', { day, days: season.days }) : '—'}
        </div>
        <div className={css.note}>{season && `${season.startDate.slice(5)} – ${season.endDate.slice(5)}`}</div>
      </div>
    </div>
  );
}

/** Done above what should be done by now. */
function Against({ seen, isPaper }: StripProps) {
  const { percent, number } = useNumbers();
  const v = seen.data.values;
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
        <div className={css.tileName}>{seen.text('coverage')}</div>
        <div className={css.tileValue} data-main style={{ color: isPaper ? undefined : coverageColour(coverage) }}>
          <Opens to={seen.drill('imm.coverage')}>
            <Figure value={coverage} as="percent" code="imm.coverage" />
          </Opens>
        </div>
        <div className={css.note}>
          <Opens to={seen.drill('imm.done')}>
            {seen.text('doneOf', { done: number(v['imm.done']), due: number(v['imm.due']) })}
          </Opens>
        </div>
      </div>
      <div style={{ flex: 1, display: 'grid', gap: 12 }}>
        {line(
          seen.text('schedule.done'),
          <Opens key="done" to={seen.drill('imm.coverage')}>
            {percent(coverage)}
          </Opens>,
          <Bar share={coverage} colour={coverageColour(coverage)} height={18} />,
        )}
        {line(
          seen.text('schedule.plan'),
          <Opens key="plan" to={seen.drill('imm.planPct')}>
            {percent(planned)}
          </Opens>,
          <Bar share={planned} colour={screen.plain} height={18} />,
        )}
      </div>
    </div>
  );
}

function Forecast({ seen, forecast, isPaper }: StripProps & { readonly forecast: string | null }) {
  const { data } = seen;
  const late = data.values['imm.forecastLate'] ?? null;
  const hasDue = (data.values['imm.due'] ?? 0) > 0;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => seen.text(`schedule.${key}`, args);
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
        <Opens to={seen.drill('imm.forecast')}>{hasDue ? (forecast?.slice(5) ?? text('stands')) : '—'}</Opens>
      </span>
      <span className={css.tileNote}>
        {late === null ? '—' : text(late > 0 ? 'lateBy' : 'earlyBy', { n: Math.abs(late) })}
      </span>
    </div>
  );
}

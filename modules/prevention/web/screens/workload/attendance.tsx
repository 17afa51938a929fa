import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { mix } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface PartRow {
  readonly code: number;
  readonly name: string;
  readonly active: number;
  readonly from: string;
  readonly out: readonly number[];
  /** A worker instead of a part, where the place has no parts with workers of their own. */
  readonly isWorker: boolean;
}

const [width, height, names, foot] = [866, 258, 150, 24];
const most = 13;
const none = '#12294a';
const full = screen.good;
const dayLength = 86_400_000;
const every = 7;

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());
const shareOf = (row: PartRow, at: number) => (row.active > 0 ? (row.out[at] ?? 0) / row.active : 0);

/** Every day of the season in every part: how many of its workers were out. */
export function Attendance({ context }: { readonly context: ScreenContext }) {
  const { percent } = useNumbers();
  const rows = context.rows<PartRow>('B1');
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`workload.${key}`, args);
  // Who was seen the least comes first: only so many lines can be read.
  const shown = rows
    .map((row) => ({ row, total: row.out.reduce((sum, n) => sum + n, 0) / Math.max(1, row.active) }))
    .toSorted((a, b) => a.total - b.total)
    .slice(0, most)
    .map(({ row }) => row);
  const days = (shown[0]?.out ?? []).map((_, at) =>
    new Date(Date.parse(shown[0]?.from ?? '') + at * dayLength).toISOString().slice(0, 10),
  );
  const largest = Math.max(0.0001, ...shown.flatMap((row) => row.out.map((_, at) => shareOf(row, at))));
  const line = Math.min(34, (height - foot) / Math.max(1, shown.length));
  const step = (width - names) / Math.max(1, days.length);
  const period = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  return (
    <Panel
      id="B1"
      at={[24, 740, 900, 316]}
      title={text('attendance')}
      extra={
        <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
          {text('weekendMark')}
          <span style={{ marginInlineStart: 12 }}>0%</span>
          <i style={{ width: 90, height: 10, background: `linear-gradient(90deg, ${none}, ${full})` }} />
          {percent(largest)}
        </span>
      }
      isEmpty={shown.length === 0}
    >
      <div style={{ position: 'relative', width, height }}>
        {shown.map((row, at) => (
          <div
            key={row.code}
            className={css.cut}
            style={{
              position: 'absolute',
              top: at * line,
              width: names - 12,
              lineHeight: `${line}px`,
              fontSize: Math.min(16, Math.max(14, line - 4)),
            }}
          >
            <Opens
              to={context.list('/ant/person/preventionWork', {
                ...(row.isWorker ? { staffId: row.code } : { regionCode: row.code }),
                ...period,
              })}
            >
              {row.name}
            </Opens>
            {!row.isWorker && (
              <span className={css.note}>
                {' '}
                <Opens to={context.opens('B1', row, 'active')}>{row.active}</Opens>
              </span>
            )}
          </div>
        ))}
        <svg width={width} height={height} role="img" aria-label={text('attendance')}>
          {shown.map((row, at) =>
            days.map((day, index) => (
              <Opens
                key={`${row.code} ${day}`}
                to={(row.out[index] ?? 0) > 0 ? context.opens('B1', row, `out.${index}`) : null}
              >
                <rect
                  x={names + index * step + 0.5}
                  y={at * line + 1.5}
                  width={Math.max(1, step - 1.5)}
                  height={Math.max(2, line - 3)}
                  rx={2}
                  fill={shareOf(row, index) > 0 ? mix(none, full, 0.25 + 0.75 * (shareOf(row, index) / largest)) : none}
                >
                  <title>{`${row.name} ${day}: ${row.out[index] ?? 0} / ${row.active}`}</title>
                </rect>
              </Opens>
            )),
          )}
          {days.map((day, index) => (
            <g key={day}>
              {isWeekend(day) && (
                <rect
                  x={names + index * step + 0.5}
                  y={shown.length * line + 2}
                  width={Math.max(1, step - 1.5)}
                  height={3}
                  fill="var(--accent)"
                />
              )}
              {index % every === 0 && (
                <text x={names + index * step} y={shown.length * line + 21} fontSize={14} fill="var(--soft)">
                  {day.slice(5)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </Panel>
  );
}

import type { ReactNode } from 'react';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { WorkerPhoto } from '../../workforce/worker-photo.tsx';
import { coverageColour } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';

interface WorkerRow {
  readonly id: number;
  readonly name: string;
  readonly place: string;
  readonly photo: number | null;
  readonly heads: number;
  readonly visits: number;
  readonly days: number;
  readonly idle: number | null;
  readonly remaining: number;
  readonly coverage: number | null;
}

/** So long without a visit is standing still. */
const stillAfter = 5;
const topColumns = '26px 62px minmax(0, 1fr) 52px 42px 42px 62px';
const lastColumns = '26px 62px minmax(0, 1fr) 44px 104px 78px';

const Head = ({ children, isLeft = false }: { readonly children: ReactNode; readonly isLeft?: boolean }) => (
  <span className={`${css.note} ${css.cut} ${isLeft ? '' : css.right}`}>{children}</span>
);

function Who({ one }: { readonly one: WorkerRow }) {
  return (
    <>
      <WorkerPhoto fileId={one.photo} name={one.name} size={22} />
      <span className={css.cut} title={one.name}>
        <Opens to={`/ant/person/prevention?card=${one.id}`}>{one.name}</Opens>
      </span>
      <span className={`${css.cut} ${css.soft}`} title={one.place}>
        {one.place}
      </span>
    </>
  );
}

/** R1: who carries the work. */
export function TopWorkers({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const rows = context.rows<WorkerRow>('R1');
  const text = (key: string) => context.text(`workload.${key}`);
  return (
    <Panel id="R1" at={[940, 240, 470, 484]} title={text('top')} isEmpty={rows.length === 0}>
      <Line columns={topColumns} height={26}>
        <span />
        <Head isLeft>{context.text('worker')}</Head>
        <Head isLeft>{text('place')}</Head>
        <Head>{text('headsShort')}</Head>
        <Head>{text('visitsShort')}</Head>
        <Head>{text('daysShort')}</Head>
        <Head>{text('ownCoverage')}</Head>
      </Line>
      {rows.map((one) => (
        <Line key={one.id} columns={topColumns} height={27}>
          <Who one={one} />
          {(['heads', 'visits', 'days'] as const).map((field) => (
            <span key={field} className={css.right}>
              <Opens to={context.opens('R1', one, field)}>{number(one[field])}</Opens>
            </span>
          ))}
          <span className={css.right} style={{ color: coverageColour(one.coverage) }}>
            <Opens to={context.opens('R1', one, 'coverage')}>{percent(one.coverage)}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}

/** R2: who has the longest way to go, and since when nobody saw them out. */
export function LastWorkers({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const rows = context.rows<WorkerRow>('R2');
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`workload.${key}`, args);
  const isStill = ({ idle }: WorkerRow) => idle === null || idle > stillAfter;
  return (
    <Panel
      id="R2"
      at={[1426, 240, 470, 484]}
      title={text('last')}
      extra={text('stillNote', { n: rows.filter(isStill).length })}
      isEmpty={rows.length === 0}
    >
      <Line columns={lastColumns} height={26}>
        <span />
        <Head isLeft>{context.text('worker')}</Head>
        <Head isLeft>{text('place')}</Head>
        <Head>{text('left')}</Head>
        <Head>{text('ownCoverage')}</Head>
        <Head>{text('lastVisit')}</Head>
      </Line>
      {rows.map((one) => (
        <Line key={one.id} columns={lastColumns} height={27}>
          <Who one={one} />
          <span className={css.right}>
            <Opens to={context.opens('R2', one, 'remaining')}>{number(one.remaining)}</Opens>
          </span>
          <span style={{ display: 'grid', gridTemplateColumns: '1fr 60px', alignItems: 'center', gap: 6 }}>
            <Bar share={one.coverage} colour={coverageColour(one.coverage)} height={8} />
            <span className={css.right}>
              <Opens to={context.opens('R2', one, 'coverage')}>{percent(one.coverage)}</Opens>
            </span>
          </span>
          <span className={css.right} style={{ color: isStill(one) ? 'var(--bad)' : undefined, whiteSpace: 'nowrap' }}>
            {one.idle === null
              ? text('never')
              : one.idle > stillAfter
                ? text('still', { n: one.idle })
                : one.idle === 0
                  ? text('today')
                  : text('daysAgo', { n: one.idle })}
          </span>
        </Line>
      ))}
    </Panel>
  );
}

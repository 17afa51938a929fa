import { useState } from 'react';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line, Moving, Ticker } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Switch } from '#kit/web/screen/switch.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import { AlertRows } from './alert-rows.tsx';
import { coverageColour } from './colours.ts';
import { CoverageTile } from './coverage-tile.tsx';
import { coverageLegend } from './legends.ts';
import { type ScreenContext, ScreenFrame, ScreenHeadline } from './screen-frame.tsx';
import { ScreenMap } from './screen-map.tsx';
import { useOpenList } from './stock/names.ts';

interface DiseaseRow {
  readonly disease: string;
  readonly coverage: number | null;
  readonly density: number | null;
  readonly due: number;
  readonly done: number;
  readonly target: number;
}
interface DayRow {
  readonly day: string;
  readonly season: number;
  readonly routine: number;
  readonly emergency: number;
  readonly self: number;
}
interface RankRow {
  readonly code: number;
  readonly name: string;
  readonly coverage: number | null;
  readonly today: number;
  readonly moved: number;
}
interface VaccineRow {
  readonly vaccine: string;
  readonly materialId: number;
  readonly name: string;
  readonly held: number;
  readonly expiring: number;
  readonly days: number | null;
}
interface VisitRow {
  readonly id: number;
  readonly at: string;
  readonly village: string;
  readonly holder: string;
  readonly worker: string | null;
  readonly heads: number;
  readonly vaccines: string | null;
}

/** 实时畜牧防疫监测: is the campaign moving right now, and where not. */
export default function ImmunityScreen() {
  return (
    <ScreenFrame screen="index">
      {(context) => (
        <>
          <Panel id="K" at={[488, 104, 944, 120]}>
            <Strip context={context} />
          </Panel>
          <MapPanel context={context} />
          <TickerPanel context={context} />
          <Diseases context={context} />
          <Days context={context} />
          <Makeup context={context} />
          <Ranks context={context} />
          <Vaccines context={context} />
          <Panel
            id="R3"
            at={[1448, 750, 448, 306]}
            title={context.text('alerts')}
            extra={<Opens to={context.drill('alert.open')}>{context.data.values['alert.open']}</Opens>}
            isEmpty={context.rows('R3').length === 0}
          >
            <AlertRows context={context} rows={context.rows('R3')} fits={7} />
          </Panel>
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const v = context.data.values;
  return (
    <Tiles>
      <CoverageTile context={context} />
      <Tile
        name={context.text('today')}
        value={v['imm.today']}
        code="imm.today"
        unit={context.text('head')}
        to={context.drill('imm.today')}
      />
      <Tile
        name={context.text('remaining')}
        value={v['imm.remaining']}
        code="imm.remaining"
        to={context.drill('imm.remaining')}
      />
      <Tile
        name={context.text('visitsToday')}
        value={v['imm.visitsToday']}
        code="imm.visitsToday"
        to={context.drill('imm.visitsToday')}
      />
      <Tile
        name={context.text('workersOut')}
        value={v['work.today']}
        code="work.today"
        note={
          <Opens to={context.drill('work.active')}>{context.text('ofActive', { n: number(v['work.active']) })}</Opens>
        }
        to={context.drill('work.today')}
      />
      <Tile
        name={context.text('stressDeaths')}
        value={v['stress.deaths']}
        code="stress.deaths"
        note={
          <Opens to={context.drill('stress.rate')}>
            {context.text('perTenThousand', { n: v['stress.rate'] ?? '—' })}
          </Opens>
        }
        to={context.drill('stress.deaths')}
      />
    </Tiles>
  );
}

function MapPanel({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const [disease, setDisease] = useState('');
  const codes = context.rows<DiseaseRow>('L1').map((one) => one.disease);
  const key = (name: string) => (disease && codes.includes(disease) ? `${name}.${disease}` : name);
  return (
    <Panel id="M" at={[488, 240, 944, 576]} title={<ScreenHeadline data={context.data} />} bare>
      <ScreenMap
        context={context}
        width={942}
        height={532}
        sizeOf={(one) => one.values['imm.due'] ?? 0}
        draw={({ values }) => ({
          fill: coverageColour(values[key('imm.coverage')]),
          text: percent(values[key('imm.coverage')]),
          card: [
            { name: context.text('coverage'), text: percent(values[key('imm.coverage')]) },
            {
              name: context.text('doneOfDue'),
              text: `${number(values[key('imm.done')])} / ${number(values[key('imm.due')])}`,
            },
            { name: context.text('today'), text: number(values['imm.today']) },
            {
              name: context.text('workersOut'),
              text: `${number(values['work.today'])} / ${number(values['work.active'])}`,
            },
          ],
        })}
        legend={coverageLegend(context)}
      />
      <div style={{ position: 'absolute', right: 16, top: 4 }}>
        <Switch
          label={context.text('byDisease')}
          value={codes.includes(disease) ? disease : ''}
          options={[
            { value: '', label: context.text('all') },
            ...codes.map((code) => ({ value: code, label: context.disease(code) })),
          ]}
          onChange={setDisease}
        />
      </div>
    </Panel>
  );
}

function TickerPanel({ context }: { readonly context: ScreenContext }) {
  const rows = context.rows<VisitRow>('T');
  const time = (at: string) =>
    new Intl.DateTimeFormat('zh-CN', {
      timeZone: 'Asia/Shanghai',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    }).format(new Date(at));
  return (
    <Panel id="T" at={[488, 832, 944, 224]} title={context.text('liveVisits')} isEmpty={rows.length === 0}>
      <Ticker
        rows={rows.slice(0, 6)}
        columns="110px 190px 90px 90px 90px 1fr"
        keyOf={(row) => String(row.id)}
        cells={(row) => (
          <>
            <span className={css.soft}>{time(row.at)}</span>
            <span>{row.village}</span>
            <span>{row.holder}</span>
            <span>{row.worker ?? '—'}</span>
            <span className={css.right}>
              <Opens to={context.opens('T', row, 'heads')}>
                {row.heads} {context.text('head')}
              </Opens>
            </span>
            <span className={css.soft}>{row.vaccines}</span>
          </>
        )}
      />
    </Panel>
  );
}

function Diseases({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const rows = context.rows<DiseaseRow>('L1');
  const height = Math.min(84, 250 / Math.max(1, rows.length));
  return (
    <Panel
      id="L1"
      at={[24, 104, 448, 307]}
      title={context.text('byDisease')}
      extra={context.text('coverageAndDensity')}
      isEmpty={rows.length === 0}
    >
      {rows.map((one) => (
        <Line key={one.disease} columns="130px 1fr 62px" height={height}>
          <span className={css.cut} title={context.disease(one.disease)}>
            {context.disease(one.disease)}
          </span>
          <span>
            <Bar share={one.coverage} colour={coverageColour(one.coverage)} mark={one.target} height={12} />
            <span style={{ display: 'block', height: 4 }} />
            <Bar share={one.density} colour={screen.plain} mark={0.9} height={4} />
            {height > 44 && (
              <span className={css.note}>
                <Opens to={context.opens('L1', one, 'done')}>
                  {number(one.done)} / {number(one.due)}
                </Opens>
              </span>
            )}
          </span>
          <span className={css.right}>
            <Opens to={context.opens('L1', one, 'coverage')}>{percent(one.coverage)}</Opens>
          </span>
        </Line>
      ))}
    </Panel>
  );
}

const modes = { season: screen.teal, routine: screen.plain, emergency: screen.bad, self: screen.violet } as const;

function Days({ context }: { readonly context: ScreenContext }) {
  const rows = context.rows<DayRow>('L2');
  const open = useOpenList();
  const total = rows.map((one) => one.season + one.routine + one.emergency + one.self);
  const mean = total.map((_, at) => {
    const week = total.slice(Math.max(0, at - 6), at + 1);
    return Math.round(week.reduce((sum, n) => sum + n, 0) / week.length);
  });
  return (
    <Panel id="L2" at={[24, 427, 448, 307]} title={context.text('thirtyDays')} isEmpty={total.every((n) => n === 0)}>
      <Chart
        label={context.text('thirtyDays')}
        height={252}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const [row, mode] = [rows[dataIndex], Object.keys(modes)[seriesIndex]];
          if (row && mode) open(context.opens('L2', row, mode));
        }}
        option={{
          grid: { left: 4, right: 4, top: 34, bottom: 0, containLabel: true },
          legend: { itemWidth: 12, itemHeight: 8 },
          xAxis: { type: 'category', data: rows.map((one) => one.day.slice(5)) },
          yAxis: { type: 'value' },
          series: [
            ...Object.entries(modes).map(([mode, color]) => ({
              type: 'bar',
              stack: 'all',
              name: context.text(`mode.${mode}`),
              itemStyle: { color },
              data: rows.map((one) => one[mode as keyof typeof modes]),
            })),
            {
              type: 'line',
              name: context.text('sevenDayMean'),
              data: mean,
              symbol: 'none',
              lineStyle: { color: screen.watch, width: 2 },
              itemStyle: { color: screen.watch },
            },
          ],
        }}
      />
    </Panel>
  );
}

function Makeup({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const { options } = useDict('routine_reason');
  const reasonName = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  const v = context.data.values;
  const rows = context.rows<{ reason: string; due: number; done: number }>('L3');
  const largest = Math.max(1, ...rows.map((one) => one.due));
  const rate = v['imm.makeupRate'] ?? null;
  // Five lines fit: what is left over is added up, so that the lines come to the sum.
  const [shown, rest] = rows.length > 5 ? [rows.slice(0, 4), rows.slice(4)] : [rows, []];
  const sum = (what: 'due' | 'done') => rest.reduce((all, one) => all + one[what], 0);
  return (
    <Panel id="L3" at={[24, 750, 448, 306]} title={context.text('makeup')} isEmpty={(v['imm.makeupDue'] ?? 0) === 0}>
      <Line columns="150px 1fr" height={76}>
        <span className={css.tileValue} style={{ color: coverageColour(rate) }}>
          <Opens to={context.drill('imm.makeupRate')}>{percent(rate)}</Opens>
        </span>
        <span>
          <Bar share={rate} colour={coverageColour(rate)} height={14} />
          <span className={css.note}>
            <Opens to={context.drill('imm.makeupDue')}>
              {context.text('doneOf', { done: number(v['imm.makeupDone']), due: number(v['imm.makeupDue']) })}
            </Opens>
          </span>
        </span>
      </Line>
      {shown.map((one) => (
        <Line key={one.reason} columns="112px 1fr 96px">
          <span className={css.cut}>{reasonName(one.reason)}</span>
          <Bar share={one.due / largest} colour={screen.plain} />
          <span className={css.right}>
            <Opens to={context.opens('L3', one, 'due')}>
              {number(one.done)} / {number(one.due)}
            </Opens>
          </span>
        </Line>
      ))}
      {rest.length > 0 && (
        <Line columns="112px 1fr 96px">
          <span className={css.cut}>{context.text('otherReasons')}</span>
          <Bar share={sum('due') / largest} colour={screen.plain} />
          <span className={css.right}>
            {number(sum('done'))} / {number(sum('due'))}
          </span>
        </Line>
      )}
    </Panel>
  );
}

function Ranks({ context }: { readonly context: ScreenContext }) {
  const { percent, number } = useNumbers();
  const rows = context.rows<RankRow>('R1').filter((one) => one.coverage !== null);
  return (
    <Panel id="R1" at={[1448, 104, 448, 307]} title={context.text('ranking')} isEmpty={rows.length === 0}>
      <Moving rowHeight={32} fits={8}>
        {rows.map((one, at) => (
          <Line key={one.code} columns="26px 128px 1fr 62px 66px 22px" height={32} onPick={() => context.go(one.code)}>
            <span className={css.soft}>{at + 1}</span>
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
            <Bar share={one.coverage} colour={coverageColour(one.coverage)} />
            <span className={css.right}>
              <Opens to={context.opens('R1', one, 'coverage')}>{percent(one.coverage)}</Opens>
            </span>
            <span className={`${css.right} ${css.soft}`}>
              <Opens to={context.opens('R1', one, 'today')}>+{number(one.today)}</Opens>
            </span>
            <span style={{ color: one.moved > 0 ? screen.good : one.moved < 0 ? screen.bad : screen.none }}>
              {one.moved > 0 ? '▲' : one.moved < 0 ? '▼' : '–'}
            </span>
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}

function Vaccines({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const language = useLanguage();
  const rows = context.rows<VaccineRow>('R2');
  return (
    <Panel
      id="R2"
      at={[1448, 427, 448, 307]}
      title={context.text('vaccines')}
      extra={context.text('dosesAndDays')}
      isEmpty={rows.length === 0}
    >
      <Moving rowHeight={36} fits={7}>
        {rows.map((one) => (
          <Line key={one.materialId} columns={language === 'en' ? '150px 1fr 84px 110px' : '150px 1fr 72px 96px'}>
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
            <span className={css.right}>
              <Opens to={context.opens('R2', one, 'held')}>{number(one.held)}</Opens>
            </span>
            <span className={css.right} style={{ color: one.days !== null && one.days < 7 ? screen.warn : undefined }}>
              {one.days === null ? '—' : context.text('days', { n: one.days > 999 ? '999+' : one.days })}
            </span>
            <span className={css.right} style={{ color: one.expiring > 0 ? screen.warn : screen.none }}>
              <Opens to={context.opens('R2', one, 'expiring')}>
                {one.expiring > 0 ? context.text('expiring', { n: number(one.expiring) }) : '—'}
              </Opens>
            </span>
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}

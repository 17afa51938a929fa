import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line, Moving } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Snapshot } from '#modules/prevention/contract/screens/screen.ts';
import { speciesColours } from '../colours.ts';
import { type ScreenContext, ScreenFrame } from '../screen-frame.tsx';
import { Butterfly } from './butterfly.tsx';
import { Change } from './change.tsx';
import { chartText, chartTip, kinds, useOpenList, useStockNames } from './names.ts';
import { StageRings } from './stage-rings.tsx';
import { StockMap } from './stock-map.tsx';
import { Waterfall } from './waterfall.tsx';

interface ScaleRow {
  readonly scale: string;
  readonly holders: number;
  readonly heads: number;
}
interface MonthRow {
  readonly month: string;
  readonly stock: Readonly<Record<string, number>> | null;
  readonly births: number;
  readonly offtake: number;
}
interface PartRow {
  readonly code: number;
  readonly name: string;
  readonly total: number;
  readonly cattle: number;
  readonly sheep: number;
  readonly goat: number;
  readonly share: number | null;
}

const largestFirst = (data: Snapshot) =>
  data.region.children
    .toSorted((a, b) => (b.values['stock.total'] ?? 0) - (a.values['stock.total'] ?? 0))
    .map((one) => one.code);

/** 存栏结构: how much stock there is, of what kind and where, growing or shrinking. */
export default function LivestockScreen() {
  return (
    <ScreenFrame screen="index1" tourOf={largestFirst}>
      {(context) => (
        <>
          <Panel id="K" at={[24, 104, 1872, 120]} bare>
            <Strip context={context} />
          </Panel>
          <StageRings context={context} />
          <Scales context={context} />
          <MapPanel context={context} />
          <Months context={context} />
          <Parts context={context} />
          <Waterfall context={context} />
        </>
      )}
    </ScreenFrame>
  );
}

/** The total in the widest tile, and at once what it is made of. */
function Total({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const total = v['stock.total'] ?? 0;
  return (
    <div style={{ flex: 2.6, display: 'flex', alignItems: 'center', gap: 12, paddingRight: 24 }}>
      <Tile
        name={context.text('index1.total')}
        value={v['stock.total']}
        code="stock.total"
        unit={context.text('head')}
        isMain
        note={
          <Opens to={context.drill('stock.total.change')}>
            <Change context={context} value={v['stock.total.change']} />
          </Opens>
        }
        to={context.drill('stock.total')}
      />
      <div style={{ flex: 1, display: 'grid', gap: 2 }}>
        <span style={{ display: 'flex', gap: 2, height: 10, marginBottom: 4 }}>
          {kinds.map((kind) => (
            <i
              key={kind}
              style={{
                flex: `${v[`stock.total.${kind}`] ?? 0} 0 0`,
                borderRadius: 2,
                background: speciesColours[kind],
              }}
            />
          ))}
        </span>
        {kinds.map((kind) => (
          <Line key={kind} columns="10px 64px 1fr 64px" height={25}>
            <i style={{ width: 10, height: 10, borderRadius: 2, background: speciesColours[kind] }} />
            <span className={css.soft}>{context.species(kind)}</span>
            <b className={css.right} data-figure={`stock.total.${kind}`}>
              <Opens to={context.drill(`stock.total.${kind}`)}>{number(v[`stock.total.${kind}`])}</Opens>
            </b>
            <span className={`${css.right} ${css.soft}`}>
              {percent(total > 0 ? (v[`stock.total.${kind}`] ?? 0) / total : null)}
            </span>
          </Line>
        ))}
      </div>
    </div>
  );
}

function Strip({ context }: { readonly context: ScreenContext }) {
  const v = context.data.values;
  return (
    <Tiles>
      <Total context={context} />
      <Tile
        name={context.text('index1.tagRate')}
        value={v['stock.tagRate']}
        as="percent"
        code="stock.tagRate"
        note={<Change context={context} value={v['stock.tagRate.change']} inPoints />}
        to={context.drill('stock.tagRate')}
      />
      <Tile
        name={context.text('index1.holders')}
        value={v.holders}
        code="holders"
        note={<Change context={context} value={null} />}
        to={context.drill('holders')}
      />
      <Tile
        name={context.text('index1.scaled')}
        value={v['stock.scaled']}
        as="percent"
        code="stock.scaled"
        note={<Change context={context} value={null} />}
        to={context.drill('stock.scaled')}
      />
      <Tile
        name={context.text('index1.births')}
        value={v['stock.births']}
        code="stock.births"
        note={<Change context={context} value={v['stock.births.change']} before={v['stock.births.yearAgo']} />}
        to={context.drill('stock.births')}
      />
      <Tile
        name={context.text('index1.offtake')}
        value={v['stock.offtake']}
        code="stock.offtake"
        note={<Change context={context} value={v['stock.offtake.change']} before={v['stock.offtake.yearAgo']} />}
        to={context.drill('stock.offtake')}
      />
    </Tiles>
  );
}

function Scales({ context }: { readonly context: ScreenContext }) {
  const names = useStockNames();
  const rows = context.rows<ScaleRow>('L2');
  return (
    <Panel
      id="L2"
      at={[24, 656, 448, 400]}
      title={context.text('index1.scales')}
      isEmpty={rows.every((one) => one.holders === 0)}
    >
      <Butterfly
        heads={[context.text('index1.holdersOf'), context.text('index1.headsOf')]}
        height={Math.min(72, 300 / Math.max(1, rows.length))}
        rows={rows.map((one) => ({
          key: one.scale,
          name: one.scale ? names.scale(one.scale) : context.text('index1.noScale'),
          left: [{ key: 'holders', n: one.holders, colour: screen.teal }],
          right: [{ key: 'heads', n: one.heads, colour: screen.plain }],
          leftTo: context.opens('L2', one, 'holders'),
          rightTo: context.opens('L2', one, 'heads'),
        }))}
      />
    </Panel>
  );
}

function MapPanel({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  return (
    <StockMap
      context={context}
      at={[488, 240, 944, 560]}
      size="stock.total"
      layers={[
        { key: 'all', label: context.text('all'), code: 'stock.total', colour: '#9aa8ff' },
        ...kinds.map((kind) => ({
          key: kind,
          label: context.species(kind),
          code: `stock.total.${kind}`,
          colour: speciesColours[kind] ?? screen.white,
        })),
      ]}
      card={({ values }) => [
        ...kinds.map((kind) => ({ name: context.species(kind), text: number(values[`stock.total.${kind}`]) })),
        { name: context.text('index1.tagRate'), text: percent(values['stock.tagRate']) },
        { name: context.text('index1.holders'), text: number(values.holders) },
      ]}
    />
  );
}

/** In the order of the lines. */
const monthFields = [...kinds.map((kind) => `stock.${kind}`), 'births', 'offtake'];

function Months({ context }: { readonly context: ScreenContext }) {
  const open = useOpenList();
  const rows = context.rows<MonthRow>('B');
  const line = (name: string, color: string, data: readonly number[]) => ({
    type: 'line',
    name,
    yAxisIndex: 1,
    symbol: 'none',
    data,
    lineStyle: { color, width: 2 },
    itemStyle: { color },
  });
  return (
    <Panel id="B" at={[488, 816, 944, 240]} title={context.text('index1.months')} isEmpty={rows.length === 0}>
      <Chart
        label={context.text('index1.months')}
        height={190}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const [row, field] = [rows[dataIndex], monthFields[seriesIndex]];
          if (row && field) open(context.opens('B', row, field));
        }}
        option={{
          grid: { left: 4, right: 4, top: 30, bottom: 0, containLabel: true },
          legend: { itemWidth: 12, itemHeight: 8, textStyle: chartText, top: 0, right: 0 },
          tooltip: chartTip,
          xAxis: { type: 'category', boundaryGap: false, data: rows.map((one) => one.month), axisLabel: chartText },
          yAxis: [
            { type: 'value', axisLabel: chartText, splitNumber: 3 },
            { type: 'value', axisLabel: chartText, splitNumber: 3, splitLine: { show: false } },
          ],
          series: [
            ...kinds.map((kind) => ({
              type: 'line',
              stack: 'stock',
              name: context.species(kind),
              symbol: 'none',
              lineStyle: { width: 1, color: speciesColours[kind] },
              itemStyle: { color: speciesColours[kind] },
              areaStyle: { opacity: 0.45 },
              data: rows.map((one) => one.stock?.[kind] ?? null),
            })),
            line(
              context.text('index1.monthBirths'),
              screen.watch,
              rows.map((one) => one.births),
            ),
            line(
              context.text('index1.monthOfftake'),
              screen.rose,
              rows.map((one) => one.offtake),
            ),
          ],
        }}
      />
    </Panel>
  );
}

function Parts({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const rows = context.rows<PartRow>('R1');
  const largest = Math.max(1, ...rows.map((one) => one.total));
  return (
    <Panel
      id="R1"
      at={[1448, 240, 448, 400]}
      title={context.text('index1.parts')}
      extra={context.text('index1.shareOfAll')}
      isEmpty={rows.length === 0}
    >
      <Moving rowHeight={38} fits={9}>
        {rows.map((one, at) => (
          <Line key={one.code} columns="24px 112px 1fr 66px 58px" height={38} onPick={() => context.go(one.code)}>
            <span className={css.soft}>{at + 1}</span>
            <span className={css.cut} title={one.name}>
              {one.name}
            </span>
            <span style={{ display: 'flex', gap: 1, height: 12, width: `${(one.total / largest) * 100}%` }}>
              {kinds.map((kind) => (
                <i key={kind} style={{ flex: `${one[kind]} 0 0`, borderRadius: 2, background: speciesColours[kind] }} />
              ))}
            </span>
            <span className={css.right}>
              <Opens to={context.opens('R1', one, 'total')}>{number(one.total)}</Opens>
            </span>
            <span className={`${css.right} ${css.soft}`}>{percent(one.share)}</span>
          </Line>
        ))}
      </Moving>
    </Panel>
  );
}

import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Snapshot } from '#modules/prevention/contract/screens/screen.ts';
import { type ScreenContext, ScreenFrame } from '../screen-frame.tsx';
import { Breeds } from './breeds.tsx';
import { Butterfly } from './butterfly.tsx';
import { Compare } from './compare.tsx';
import { colourOf, type Flock, FlockAges, flock } from './flock-ages.tsx';
import { chartText, chartTip, tenths, useOpenList } from './names.ts';
import { StockMap } from './stock-map.tsx';

type BandRow = { readonly from: number; readonly to: number | null } & Readonly<
  Record<`holders.${Flock}` | `heads.${Flock}`, number>
>;
interface MonthRow {
  readonly month: string;
  readonly stock: Readonly<Record<Flock, number>> | null;
  readonly births: number;
  readonly offtake: number;
}

const fewestTags = (data: Snapshot) =>
  data.region.children
    .filter((one) => (one.values['herd.total'] ?? 0) > 0)
    .toSorted((a, b) => (a.values['herd.tagRate'] ?? 1) - (b.values['herd.tagRate'] ?? 1))
    .map((one) => one.code);

/** 羊存栏结构: sheep and goats, whose flocks swing with the season. */
export default function SheepScreen() {
  return (
    <ScreenFrame screen="index4" tourOf={fewestTags}>
      {(context) => (
        <>
          <Panel id="K" at={[24, 104, 560, 120]} bare>
            <Strip context={context} />
          </Panel>
          <Parts context={context} />
          <Flocks context={context} />
          <MapPanel context={context} />
          <Curve context={context} />
          <Breeds context={context} id="R1" at={[1336, 104, 560, 460]} />
          <FlockAges context={context} />
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  return (
    <Tiles>
      {flock.map((species) => (
        <Tile
          key={species}
          name={context.species(species)}
          value={v[`stock.total.${species}`]}
          code={`stock.total.${species}`}
          colour={colourOf(species)}
          note={
            <Opens to={context.drill(`stock.tagRate.${species}`)}>
              {`${context.text('index1.tagRate')} ${percent(v[`stock.tagRate.${species}`])}`}
            </Opens>
          }
          to={context.drill(`stock.total.${species}`)}
        />
      ))}
      <Tile
        name={context.text('index4.eweShare')}
        value={v['herd.baseShare']}
        as="percent"
        code="herd.baseShare"
        note={
          <Opens to={context.drill('herd.baseFemale')}>
            {`${context.text('index4.ewes')} ${number(v['herd.baseFemale'])}`}
          </Opens>
        }
        to={context.drill('herd.baseShare')}
      />
    </Tiles>
  );
}

function Parts({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const heads = (species: Flock) => ({
    code: `stock.total.${species}`,
    title: context.species(species),
    width: 64,
    colour: colourOf(species),
    say: number,
  });
  return (
    <Compare
      context={context}
      id="L1"
      at={[24, 240, 560, 400]}
      columns={[
        heads('sheep'),
        heads('goat'),
        { code: 'herd.baseFemale', title: context.text('index4.ewes'), width: 68, say: number },
        { code: 'herd.youngPer100', title: context.text('index4.lambs'), width: 72, say: tenths },
        {
          code: 'herd.tagRate',
          title: context.text('index1.tagRate'),
          width: 76,
          say: (n: number | null | undefined) => percent(n),
          marksWorst: true,
        },
      ]}
    />
  );
}

function Flocks({ context }: { readonly context: ScreenContext }) {
  const rows = context.rows<BandRow>('L2');
  const wing = (row: BandRow, what: 'holders' | 'heads') =>
    flock.map((species) => ({
      key: species,
      n: row[`${what}.${species}`],
      colour: colourOf(species),
      to: context.opens('L2', row, `${what}.${species}`),
    }));
  return (
    <Panel
      id="L2"
      at={[24, 656, 560, 400]}
      title={context.text('index4.flocks')}
      extra={context.text('index4.flockUnit')}
      isEmpty={rows.every((one) => one['holders.sheep'] + one['holders.goat'] === 0)}
    >
      <Butterfly
        heads={[context.text('index1.holdersOf'), context.text('index1.headsOf')]}
        height={62}
        middle={96}
        rows={rows.map((one) => ({
          key: String(one.from),
          name: one.to === null ? `≥${one.from}` : `${one.from}–${one.to - 1}`,
          left: wing(one, 'holders'),
          right: wing(one, 'heads'),
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
      at={[600, 104, 720, 600]}
      size="herd.total"
      layers={[
        { key: 'all', label: context.text('index4.all'), code: 'herd.total', colour: '#5cdcc4' },
        ...flock.map((species) => ({
          key: species,
          label: context.species(species),
          code: `stock.total.${species}`,
          colour: colourOf(species),
        })),
        {
          key: 'untagged',
          label: context.text('index4.untaggedShare'),
          code: 'herd.untaggedShare',
          colour: screen.warn,
          isShare: true,
        },
      ]}
      card={({ values }) => [
        ...flock.map((species) => ({ name: context.species(species), text: number(values[`stock.total.${species}`]) })),
        { name: context.text('index4.ewes'), text: number(values['herd.baseFemale']) },
        { name: context.text('index4.lambs'), text: tenths(values['herd.youngPer100']) },
        { name: context.text('index4.untaggedShare'), text: percent(values['herd.untaggedShare']) },
      ]}
    />
  );
}

/** Twelve months over the twelve before them, calendar month by calendar month. */
function Curve({ context }: { readonly context: ScreenContext }) {
  const open = useOpenList();
  const rows = context.rows<MonthRow>('C2');
  const [before, now] = [rows.slice(0, 12), rows.slice(12)];
  const heads = (part: readonly MonthRow[]) => part.map(({ stock }) => (stock ? stock.sheep + stock.goat : null));
  const line = (name: string, data: readonly (number | null)[], color: string, type: 'solid' | 'dashed') => ({
    type: 'line',
    name,
    data,
    symbol: 'none',
    lineStyle: { color, width: type === 'solid' ? 3 : 2, type },
    itemStyle: { color },
  });
  const bar = (name: string, data: readonly number[], color: string) => ({
    type: 'bar',
    name,
    data,
    yAxisIndex: 1,
    barMaxWidth: 16,
    itemStyle: { color, borderRadius: 2 },
  });
  return (
    <Panel id="C2" at={[600, 720, 720, 336]} title={context.text('index4.curve')} isEmpty={rows.length === 0}>
      <Chart
        label={context.text('index4.curve')}
        height={282}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const row = (seriesIndex === 2 ? before : now)[dataIndex];
          const field = ['births', 'offtake', 'stock.sheep,goat', 'stock.sheep,goat'][seriesIndex];
          if (row && field) open(context.opens('C2', row, field));
        }}
        option={{
          grid: { left: 4, right: 4, top: 34, bottom: 0, containLabel: true },
          legend: { itemWidth: 14, itemHeight: 8, textStyle: chartText },
          tooltip: chartTip,
          xAxis: {
            type: 'category',
            data: now.map((one) => one.month),
            axisLabel: { ...chartText, interval: 0, formatter: (month: string) => month.slice(2) },
          },
          yAxis: [
            { type: 'value', axisLabel: chartText, splitNumber: 4 },
            { type: 'value', axisLabel: chartText, splitNumber: 4, splitLine: { show: false } },
          ],
          series: [
            bar(
              context.text('index4.births'),
              now.map((one) => one.births),
              screen.watch,
            ),
            bar(
              context.text('index4.offtake'),
              now.map((one) => one.offtake),
              screen.rose,
            ),
            line(context.text('index4.lastYear'), heads(before), screen.soft, 'dashed'),
            line(context.text('index4.thisYear'), heads(now), colourOf('sheep'), 'solid'),
          ],
        }}
      />
    </Panel>
  );
}

import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Snapshot } from '#modules/prevention/contract/screen.ts';
import { ScreenFrame, type Seen } from './screen/screen-frame.tsx';
import { Breeds } from './screen/stock/breeds.tsx';
import { Butterfly } from './screen/stock/butterfly.tsx';
import { Compare } from './screen/stock/compare.tsx';
import { colourOf, type Flock, FlockAges, flock } from './screen/stock/flock-ages.tsx';
import { chartText, chartTip, tenths, useOpenList } from './screen/stock/names.ts';
import { StockMap } from './screen/stock/stock-map.tsx';

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
      {(seen) => (
        <>
          <Panel id="K" at={[24, 104, 560, 120]} bare>
            <Strip seen={seen} />
          </Panel>
          <Parts seen={seen} />
          <Flocks seen={seen} />
          <MapPanel seen={seen} />
          <Curve seen={seen} />
          <Breeds seen={seen} id="R1" at={[1336, 104, 560, 460]} />
          <FlockAges seen={seen} />
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  const v = seen.data.values;
  return (
    <Tiles>
      {flock.map((species) => (
        <Tile
          key={species}
          name={seen.species(species)}
          value={v[`stock.total.${species}`]}
          code={`stock.total.${species}`}
          colour={colourOf(species)}
          note={
            <Opens to={seen.drill(`stock.tagRate.${species}`)}>
              {`${seen.text('index1.tagRate')} ${percent(v[`stock.tagRate.${species}`])}`}
            </Opens>
          }
          to={seen.drill(`stock.total.${species}`)}
        />
      ))}
      <Tile
        name={seen.text('index4.eweShare')}
        value={v['herd.baseShare']}
        as="percent"
        code="herd.baseShare"
        note={
          <Opens to={seen.drill('herd.baseFemale')}>
            {`${seen.text('index4.ewes')} ${number(v['herd.baseFemale'])}`}
          </Opens>
        }
        to={seen.drill('herd.baseShare')}
      />
    </Tiles>
  );
}

function Parts({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  const heads = (species: Flock) => ({
    code: `stock.total.${species}`,
    title: seen.species(species),
    width: 64,
    colour: colourOf(species),
    say: number,
  });
  return (
    <Compare
      seen={seen}
      id="L1"
      at={[24, 240, 560, 400]}
      columns={[
        heads('sheep'),
        heads('goat'),
        { code: 'herd.baseFemale', title: seen.text('index4.ewes'), width: 68, say: number },
        { code: 'herd.youngPer100', title: seen.text('index4.lambs'), width: 72, say: tenths },
        {
          code: 'herd.tagRate',
          title: seen.text('index1.tagRate'),
          width: 76,
          say: (n: number | null | undefined) => percent(n),
          marksWorst: true,
        },
      ]}
    />
  );
}

function Flocks({ seen }: { readonly seen: Seen }) {
  const rows = seen.rows<BandRow>('L2');
  const wing = (row: BandRow, what: 'holders' | 'heads') =>
    flock.map((species) => ({
      key: species,
      n: row[`${what}.${species}`],
      colour: colourOf(species),
      to: seen.opens('L2', row, `${what}.${species}`),
    }));
  return (
    <Panel
      id="L2"
      at={[24, 656, 560, 400]}
      title={seen.text('index4.flocks')}
      extra={seen.text('index4.flockUnit')}
      isEmpty={rows.every((one) => one['holders.sheep'] + one['holders.goat'] === 0)}
    >
      <Butterfly
        heads={[seen.text('index1.holdersOf'), seen.text('index1.headsOf')]}
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

function MapPanel({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  return (
    <StockMap
      seen={seen}
      at={[600, 104, 720, 600]}
      size="herd.total"
      layers={[
        { key: 'all', label: seen.text('index4.all'), code: 'herd.total', colour: '#5cdcc4' },
        ...flock.map((species) => ({
          key: species,
          label: seen.species(species),
          code: `stock.total.${species}`,
          colour: colourOf(species),
        })),
        {
          key: 'untagged',
          label: seen.text('index4.untaggedShare'),
          code: 'herd.untaggedShare',
          colour: screen.warn,
          isShare: true,
        },
      ]}
      card={({ values }) => [
        ...flock.map((species) => ({ name: seen.species(species), text: number(values[`stock.total.${species}`]) })),
        { name: seen.text('index4.ewes'), text: number(values['herd.baseFemale']) },
        { name: seen.text('index4.lambs'), text: tenths(values['herd.youngPer100']) },
        { name: seen.text('index4.untaggedShare'), text: percent(values['herd.untaggedShare']) },
      ]}
    />
  );
}

/** Twelve months over the twelve before them, calendar month by calendar month. */
function Curve({ seen }: { readonly seen: Seen }) {
  const open = useOpenList();
  const rows = seen.rows<MonthRow>('C2');
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
    <Panel id="C2" at={[600, 720, 720, 336]} title={seen.text('index4.curve')} isEmpty={rows.length === 0}>
      <Chart
        label={seen.text('index4.curve')}
        height={282}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const row = (seriesIndex === 2 ? before : now)[dataIndex];
          const field = ['births', 'offtake', 'stock.sheep,goat', 'stock.sheep,goat'][seriesIndex];
          if (row && field) open(seen.opens('C2', row, field));
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
              seen.text('index4.births'),
              now.map((one) => one.births),
              screen.watch,
            ),
            bar(
              seen.text('index4.offtake'),
              now.map((one) => one.offtake),
              screen.rose,
            ),
            line(seen.text('index4.lastYear'), heads(before), screen.soft, 'dashed'),
            line(seen.text('index4.thisYear'), heads(now), colourOf('sheep'), 'solid'),
          ],
        }}
      />
    </Panel>
  );
}

import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Snapshot } from '#modules/prevention/contract/screen.ts';
import { speciesColours } from './screen/colours.ts';
import { ScreenFrame, type Seen } from './screen/screen-frame.tsx';
import { Breeds } from './screen/stock/breeds.tsx';
import { Butterfly } from './screen/stock/butterfly.tsx';
import { Compare } from './screen/stock/compare.tsx';
import { Farms } from './screen/stock/farms.tsx';
import { chartText, chartTip, tenths, useOpenList, useStockNames } from './screen/stock/names.ts';
import { StockMap } from './screen/stock/stock-map.tsx';

interface AgeRow {
  readonly from: number;
  readonly to: number | null;
  readonly 'female.cattle': number;
  readonly 'male.cattle': number;
}
interface MonthRow {
  readonly month: string;
  readonly births: number;
  readonly offtake: number;
}

const orange = speciesColours.cattle ?? screen.orange;
/** From this age on a female may be a base cow. */
const grown = 24;

const thinnestBase = (data: Snapshot) =>
  data.region.children
    .filter((one) => (one.values['herd.total'] ?? 0) > 0)
    .toSorted((a, b) => (a.values['herd.baseShare'] ?? 1) - (b.values['herd.baseShare'] ?? 1))
    .map((one) => one.code);

/** 牛存栏结构: is the breeding base healthy, how good are the breeds, where are the cattle. */
export default function CattleScreen() {
  return (
    <ScreenFrame screen="index3" tourOf={thinnestBase}>
      {(seen) => (
        <>
          <Breeds seen={seen} id="L1" at={[24, 104, 560, 460]} />
          <Ages seen={seen} />
          <MapPanel seen={seen} />
          <Calving seen={seen} />
          <Panel id="K" at={[1336, 104, 560, 120]} bare>
            <Strip seen={seen} />
          </Panel>
          <Parts seen={seen} />
          <Farms seen={seen} />
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
      <Tile
        name={seen.text('index3.total')}
        value={v['herd.total']}
        code="stock.total.cattle"
        colour={orange}
        note={
          <Opens to={seen.drill('herd.births12')}>
            {seen.text('herd.births12', { n: number(v['herd.births12']) })}
          </Opens>
        }
        to={seen.drill('herd.total')}
      />
      <Tile
        name={seen.text('index3.base')}
        value={v['herd.baseFemale']}
        code="herd.baseFemale"
        note={
          <Opens to={seen.drill('herd.baseShare')}>
            {seen.text('herd.shareOf', { n: percent(v['herd.baseShare']) })}
          </Opens>
        }
        to={seen.drill('herd.baseFemale')}
      />
      <Tile
        name={seen.text('index1.tagRate')}
        value={v['herd.tagRate']}
        as="percent"
        code="herd.tagRate"
        note={
          <Opens to={seen.drill('herd.untagged')}>
            {seen.text('herd.untagged', { n: number(v['herd.untagged']) })}
          </Opens>
        }
        to={seen.drill('herd.tagRate')}
      />
    </Tiles>
  );
}

function Ages({ seen }: { readonly seen: Seen }) {
  const { number } = useNumbers();
  const rows = seen.rows<AgeRow>('L2');
  const untagged = seen.data.values['herd.untagged'] ?? 0;
  return (
    <Panel
      id="L2"
      at={[24, 580, 560, 476]}
      title={seen.text('herd.ages')}
      extra={<Opens to={seen.drill('herd.untagged')}>{seen.text('index3.framed', { n: number(untagged) })}</Opens>}
      isEmpty={rows.every((one) => one['female.cattle'] + one['male.cattle'] === 0)}
    >
      <Butterfly
        heads={[seen.text('herd.female'), seen.text('herd.male')]}
        height={55}
        middle={104}
        isEven
        rows={rows.map((one) => ({
          key: String(one.from),
          name: seen.text(one.to === null ? 'herd.monthsOver' : 'herd.months', { from: one.from, to: one.to ?? '' }),
          left: [{ key: 'female', n: one['female.cattle'], colour: orange }],
          right: [{ key: 'male', n: one['male.cattle'], colour: screen.plain }],
          leftTo: seen.opens('L2', one, 'female.cattle'),
          rightTo: seen.opens('L2', one, 'male.cattle'),
          isFramed: one.from >= grown,
        }))}
      />
    </Panel>
  );
}

function MapPanel({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  const names = useStockNames();
  const { headline } = seen.data;
  const breed = names.breed('cattle', String(headline.args.breed ?? ''));
  const said = { ...seen, data: { ...seen.data, headline: { ...headline, args: { ...headline.args, breed } } } };
  return (
    <StockMap
      seen={said}
      at={[600, 104, 720, 600]}
      size="herd.total"
      layers={[
        { key: 'stock', label: seen.text('index3.total'), code: 'herd.total', colour: orange },
        { key: 'base', label: seen.text('index3.baseShare'), code: 'herd.baseShare', colour: orange, isShare: true },
        { key: 'tags', label: seen.text('index1.tagRate'), code: 'herd.tagRate', colour: orange, isShare: true },
      ]}
      card={({ values }) => [
        { name: seen.text('index3.base'), text: number(values['herd.baseFemale']) },
        { name: seen.text('index3.baseShare'), text: percent(values['herd.baseShare']) },
        { name: seen.text('index3.calves'), text: tenths(values['herd.youngPer100']) },
        { name: seen.text('index1.tagRate'), text: percent(values['herd.tagRate']) },
      ]}
    />
  );
}

function Calving({ seen }: { readonly seen: Seen }) {
  const open = useOpenList();
  const { number } = useNumbers();
  const rows = seen.rows<MonthRow>('C2');
  const bar = (name: string, color: string, data: readonly number[]) => ({
    type: 'bar',
    stack: 'moves',
    name,
    barMaxWidth: 18,
    itemStyle: { color, borderRadius: 2 },
    data,
  });
  return (
    <Panel
      id="C2"
      at={[600, 720, 720, 336]}
      title={seen.text('index3.calving')}
      isEmpty={rows.every((one) => one.births + one.offtake === 0)}
    >
      <Chart
        label={seen.text('index3.calving')}
        height={282}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const row = rows[dataIndex];
          if (row) open(seen.opens('C2', row, seriesIndex === 1 ? 'offtake' : 'births'));
        }}
        option={{
          grid: { left: 4, right: 4, top: 34, bottom: 0, containLabel: true },
          legend: { itemWidth: 12, itemHeight: 8, textStyle: chartText },
          tooltip: { ...chartTip, valueFormatter: (n: number) => number(Math.abs(n)) },
          xAxis: {
            type: 'category',
            data: rows.map((one) => one.month),
            axisLabel: chartText,
            axisLine: { onZero: false, lineStyle: { color: screen.line } },
          },
          yAxis: { type: 'value', axisLabel: chartText, splitNumber: 4 },
          series: [
            bar(
              seen.text('index3.births'),
              orange,
              rows.map((one) => one.births),
            ),
            bar(
              seen.text('herd.offtake'),
              screen.plain,
              rows.map((one) => -one.offtake),
            ),
            {
              type: 'line',
              name: seen.text('herd.net'),
              symbol: 'none',
              lineStyle: { color: screen.watch, width: 2 },
              itemStyle: { color: screen.watch },
              tooltip: { valueFormatter: (n: number) => number(n) },
              data: rows.map((one) => one.births - one.offtake),
            },
          ],
        }}
      />
    </Panel>
  );
}

function Parts({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  return (
    <Compare
      seen={seen}
      id="R1"
      at={[1336, 240, 560, 400]}
      columns={[
        { code: 'herd.total', title: seen.text('stock'), width: 64, say: number },
        { code: 'herd.baseFemale', title: seen.text('index3.base'), width: 68, say: number },
        {
          code: 'herd.baseShare',
          title: seen.text('index3.baseShare'),
          width: 76,
          say: (n) => percent(n),
          marksWorst: true,
        },
        { code: 'herd.youngPer100', title: seen.text('index3.calves'), width: 72, say: tenths },
        { code: 'herd.tagRate', title: seen.text('index1.tagRate'), width: 60, say: (n) => percent(n) },
      ]}
    />
  );
}

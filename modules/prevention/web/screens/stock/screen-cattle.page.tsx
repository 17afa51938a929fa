import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import type { Snapshot } from '#modules/prevention/contract/screens/screen.ts';
import { speciesColours } from '../colours.ts';
import { type ScreenContext, ScreenFrame } from '../screen-frame.tsx';
import { Breeds } from './breeds.tsx';
import { Butterfly } from './butterfly.tsx';
import { Compare } from './compare.tsx';
import { Farms } from './farms.tsx';
import { chartText, chartTip, tenths, useOpenList, useStockNames } from './names.ts';
import { StockMap } from './stock-map.tsx';

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
      {(context) => (
        <>
          <Breeds context={context} id="L1" at={[24, 104, 560, 460]} />
          <Ages context={context} />
          <MapPanel context={context} />
          <Calving context={context} />
          <Panel id="K" at={[1336, 104, 560, 120]} bare>
            <Strip context={context} />
          </Panel>
          <Parts context={context} />
          <Farms context={context} />
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
      <Tile
        name={context.text('index3.total')}
        value={v['herd.total']}
        code="stock.total.cattle"
        colour={orange}
        note={
          <Opens to={context.drill('herd.births12')}>
            {context.text('herd.births12', { n: number(v['herd.births12']) })}
          </Opens>
        }
        to={context.drill('herd.total')}
      />
      <Tile
        name={context.text('index3.base')}
        value={v['herd.baseFemale']}
        code="herd.baseFemale"
        note={
          <Opens to={context.drill('herd.baseShare')}>
            {context.text('herd.shareOf', { n: percent(v['herd.baseShare']) })}
          </Opens>
        }
        to={context.drill('herd.baseFemale')}
      />
      <Tile
        name={context.text('index1.tagRate')}
        value={v['herd.tagRate']}
        as="percent"
        code="herd.tagRate"
        note={
          <Opens to={context.drill('herd.untagged')}>
            {context.text('herd.untagged', { n: number(v['herd.untagged']) })}
          </Opens>
        }
        to={context.drill('herd.tagRate')}
      />
    </Tiles>
  );
}

function Ages({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const rows = context.rows<AgeRow>('L2');
  const untagged = context.data.values['herd.untagged'] ?? 0;
  return (
    <Panel
      id="L2"
      at={[24, 580, 560, 476]}
      title={context.text('herd.ages')}
      extra={
        <Opens to={context.drill('herd.untagged')}>{context.text('index3.framed', { n: number(untagged) })}</Opens>
      }
      isEmpty={rows.every((one) => one['female.cattle'] + one['male.cattle'] === 0)}
    >
      <Butterfly
        heads={[context.text('herd.female'), context.text('herd.male')]}
        height={55}
        middle={104}
        isEven
        rows={rows.map((one) => ({
          key: String(one.from),
          name: context.text(one.to === null ? 'herd.monthsOver' : 'herd.months', { from: one.from, to: one.to ?? '' }),
          left: [{ key: 'female', n: one['female.cattle'], colour: orange }],
          right: [{ key: 'male', n: one['male.cattle'], colour: screen.plain }],
          leftTo: context.opens('L2', one, 'female.cattle'),
          rightTo: context.opens('L2', one, 'male.cattle'),
          isFramed: one.from >= grown,
        }))}
      />
    </Panel>
  );
}

function MapPanel({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const names = useStockNames();
  const { headline } = context.data;
  const breed = names.breed('cattle', String(headline.args.breed ?? ''));
  const said = { ...context, data: { ...context.data, headline: { ...headline, args: { ...headline.args, breed } } } };
  return (
    <StockMap
      context={said}
      at={[600, 104, 720, 600]}
      size="herd.total"
      layers={[
        { key: 'stock', label: context.text('index3.total'), code: 'herd.total', colour: orange },
        { key: 'base', label: context.text('index3.baseShare'), code: 'herd.baseShare', colour: orange, isShare: true },
        { key: 'tags', label: context.text('index1.tagRate'), code: 'herd.tagRate', colour: orange, isShare: true },
      ]}
      card={({ values }) => [
        { name: context.text('index3.base'), text: number(values['herd.baseFemale']) },
        { name: context.text('index3.baseShare'), text: percent(values['herd.baseShare']) },
        { name: context.text('index3.calves'), text: tenths(values['herd.youngPer100']) },
        { name: context.text('index1.tagRate'), text: percent(values['herd.tagRate']) },
      ]}
    />
  );
}

function Calving({ context }: { readonly context: ScreenContext }) {
  const open = useOpenList();
  const { number } = useNumbers();
  const rows = context.rows<MonthRow>('C2');
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
      title={context.text('index3.calving')}
      isEmpty={rows.every((one) => one.births + one.offtake === 0)}
    >
      <Chart
        label={context.text('index3.calving')}
        height={282}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const row = rows[dataIndex];
          if (row) open(context.opens('C2', row, seriesIndex === 1 ? 'offtake' : 'births'));
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
              context.text('index3.births'),
              orange,
              rows.map((one) => one.births),
            ),
            bar(
              context.text('herd.offtake'),
              screen.plain,
              rows.map((one) => -one.offtake),
            ),
            {
              type: 'line',
              name: context.text('herd.net'),
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

function Parts({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  return (
    <Compare
      context={context}
      id="R1"
      at={[1336, 240, 560, 400]}
      columns={[
        { code: 'herd.total', title: context.text('stock'), width: 64, say: number },
        { code: 'herd.baseFemale', title: context.text('index3.base'), width: 68, say: number },
        {
          code: 'herd.baseShare',
          title: context.text('index3.baseShare'),
          width: 76,
          say: (n) => percent(n),
          marksWorst: true,
        },
        { code: 'herd.youngPer100', title: context.text('index3.calves'), width: 72, say: tenths },
        { code: 'herd.tagRate', title: context.text('index1.tagRate'), width: 60, say: (n) => percent(n) },
      ]}
    />
  );
}

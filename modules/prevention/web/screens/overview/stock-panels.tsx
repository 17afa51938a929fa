import { useDict } from '#kit/web/lookups/lookups.ts';
import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Bar, Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import { screenPaths } from '#modules/prevention/contract/screens/screen.ts';
import { speciesColours } from '../colours.ts';
import { axisWords, Facts, factsHeight } from '../facts.tsx';
import type { ScreenContext } from '../screen-frame.tsx';
import { useOpenList } from '../stock/names.ts';
import { roomIn } from './common.ts';

interface PanelOf {
  readonly context: ScreenContext;
  readonly at: Box;
}
interface Month {
  readonly month: string;
  readonly cattle: number;
  readonly sheep: number;
  readonly goat: number;
}
type Kind = 'cattle' | 'sheep' | 'goat';
const row = 29;
/** From here on a panel has room for the year beside its breeds. */
const tall = 400;

interface YearProps {
  readonly context: ScreenContext;
  readonly months: readonly Month[];
  readonly kinds: readonly Kind[];
  readonly height: number;
  readonly panel: string;
}

function Year({ context, months, kinds, height, panel }: YearProps) {
  const open = useOpenList();
  return (
    <>
      <div className={css.note}>{context.text('index6.year')}</div>
      <Chart
        label={context.text('index6.year')}
        height={height - 22}
        onPick={({ dataIndex = 0, seriesIndex = 0 }) => {
          const [row, kind] = [months[dataIndex], kinds[seriesIndex]];
          if (row && kind) open(context.opens(panel, row, kind));
        }}
        option={{
          grid: { left: 0, right: 14, top: 6, bottom: 0, containLabel: true },
          xAxis: {
            type: 'category',
            boundaryGap: false,
            data: months.map((one) => one.month.slice(2)),
            axisLabel: axisWords,
          },
          yAxis: { type: 'value', splitNumber: 2, axisLabel: axisWords },
          series: kinds.map((kind) => ({
            type: 'line',
            stack: 'all',
            name: context.species(kind),
            symbol: 'none',
            areaStyle: { opacity: 0.3 },
            lineStyle: { color: speciesColours[kind], width: 2 },
            itemStyle: { color: speciesColours[kind] },
            data: months.map((one) => one[kind]),
          })),
        }}
      />
    </>
  );
}

/** 存栏: the three kinds, and the year. */
export function StockPanel({ context, at }: PanelOf) {
  const v = context.data.values;
  return (
    <Panel
      id="R1"
      at={at}
      title={<Opens to={screenPaths.index1}>{context.text('index6.livestock')}</Opens>}
      isEmpty={(v['stock.total'] ?? 0) === 0}
    >
      <Facts
        facts={(['cattle', 'sheep', 'goat'] as const).map((kind) => ({
          name: context.species(kind),
          value: v[`stock.${kind}`],
          code: `stock.${kind}`,
          colour: speciesColours[kind],
          to: context.drill(`stock.${kind}`),
        }))}
      />
      <Year
        context={context}
        panel="R1"
        months={context.rows<Month>('R1')}
        kinds={['cattle', 'sheep', 'goat']}
        height={roomIn(at) - factsHeight}
      />
    </Panel>
  );
}

interface Breed {
  readonly species: Kind;
  readonly breed: string;
  readonly heads: number;
}

interface BreedsProps {
  readonly context: ScreenContext;
  readonly panel: string;
  readonly breeds: readonly Breed[];
  readonly fits: number;
}

function Breeds({ context, panel, breeds, fits }: BreedsProps) {
  const { number, percent } = useNumbers();
  const names = {
    cattle: useDict('breed_cattle').options,
    sheep: useDict('breed_sheep').options,
    goat: useDict('breed_goat').options,
  };
  const all = breeds.reduce((sum, one) => sum + one.heads, 0);
  const most = Math.max(1, ...breeds.map((one) => one.heads));
  return breeds.slice(0, fits).map((one) => {
    const name = names[one.species].find((each) => each.dictValue === one.breed)?.dictLabel ?? one.breed;
    return (
      <Line key={`${one.species} ${one.breed}`} columns="126px 1fr 78px 58px" height={row}>
        <span className={css.cut} title={name}>
          {name}
        </span>
        <Bar share={one.heads / most} colour={speciesColours[one.species] ?? ''} />
        <span className={css.right}>
          <Opens to={context.opens(panel, one, 'heads')}>{number(one.heads)}</Opens>
        </span>
        <span className={`${css.right} ${css.soft}`}>{percent(one.heads / all)}</span>
      </Line>
    );
  });
}

interface KindsProps extends PanelOf {
  readonly id: 'R2' | 'R3';
  readonly kinds: readonly Kind[];
}

/** 牛, or 羊: head, base females, breeds, and with room enough the year. */
export function KindsPanel({ context, at, id, kinds }: KindsProps) {
  const v = context.data.values;
  const base = kinds.reduce((sum, kind) => sum + (v[`stock.baseFemale.${kind}`] ?? 0), 0);
  const all = kinds.reduce((sum, kind) => sum + (v[`stock.${kind}`] ?? 0), 0);
  const breeds = context.rows<Breed>(id);
  const room = roomIn(at) - factsHeight;
  const yearHeight = room > tall ? room - Math.min(breeds.length, 12) * row - row / 2 : 0;
  const isCattle = id === 'R2';
  return (
    <Panel
      id={id}
      at={at}
      title={
        <Opens to={isCattle ? screenPaths.index3 : screenPaths.index4}>
          {context.text(isCattle ? 'index6.cattle' : 'index6.sheep')}
        </Opens>
      }
      isEmpty={all === 0}
    >
      <Facts
        facts={[
          ...kinds.map((kind) => ({
            name: context.species(kind),
            value: v[`stock.${kind}`] ?? null,
            code: `stock.${kind}`,
            colour: speciesColours[kind],
            to: context.drill(`stock.${kind}`),
          })),
          ...(isCattle
            ? [
                {
                  name: context.text('index6.cows'),
                  value: base,
                  code: 'stock.baseFemale',
                  to: context.drill('stock.baseFemale.cattle'),
                },
              ]
            : []),
          {
            name: context.text(isCattle ? 'index6.cowShare' : 'index6.eweShare'),
            value: all > 0 ? base / all : null,
            as: 'percent' as const,
            code: 'stock.baseShare',
            to: context.drill(`stock.baseFemale.${kinds[0]}`),
          },
        ]}
      />
      <div style={{ height: room - yearHeight, overflow: 'hidden' }}>
        <Breeds context={context} panel={id} breeds={breeds} fits={Math.floor((room - yearHeight) / row)} />
      </div>
      {yearHeight > 0 && (
        <Year
          context={context}
          panel={`${id}months`}
          months={context.rows<Month>(`${id}months`)}
          kinds={kinds}
          height={yearHeight}
        />
      )}
    </Panel>
  );
}

import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import { mix, speciesColours } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';
import { chartTip, kinds, useOpenList, useStockNames } from './names.ts';

interface Cell {
  readonly species: string;
  readonly stage: string;
  readonly tagged: number;
  readonly untagged: number;
}
interface Slice {
  readonly to: string | null;
  readonly name: string;
  readonly n: number;
  readonly colour: string;
}
interface Ring extends Slice {
  readonly species: string;
  readonly stages: readonly Slice[];
}

const heads = (cells: readonly Cell[]) => cells.reduce((sum, one) => sum + one.tagged + one.untagged, 0);

function useRings(context: ScreenContext): Ring[] {
  const names = useStockNames();
  const cells = context.rows<Cell>('L1');
  return kinds
    .map((species) => {
      const colour = speciesColours[species] ?? screen.white;
      const own = cells.filter((one) => one.species === species).toSorted((a, b) => heads([b]) - heads([a]));
      const stages = own.map((one, at) => ({
        name: names.stage(one.stage),
        to: context.opens('L1', one, 'tagged'),
        n: heads([one]),
        colour: mix(colour, screen.panel, 0.18 + (0.5 * at) / Math.max(1, own.length)),
      }));
      return {
        species,
        name: context.species(species),
        to: context.drill(`stock.total.${species}`),
        colour,
        n: heads(own),
        stages,
      };
    })
    .filter((one) => one.n > 0);
}

/** Kinds inside, their stages around them; the figures are listed beside. */
export function StageRings({ context }: { readonly context: ScreenContext }) {
  const rings = useRings(context);
  return (
    <Panel id="L1" at={[24, 240, 448, 400]} title={context.text('index1.stages')} isEmpty={rings.length === 0}>
      <div style={{ display: 'grid', gridTemplateColumns: '224px 1fr', gap: 12, height: '100%' }}>
        <Sunburst context={context} rings={rings} />
        <Slices rings={rings} />
      </div>
    </Panel>
  );
}

function Sunburst({ context, rings }: { readonly context: ScreenContext; readonly rings: readonly Ring[] }) {
  const { number, percent } = useNumbers();
  const open = useOpenList();
  const total = rings.reduce((sum, one) => sum + one.n, 0);
  const node = (one: Slice) => ({
    name: one.name,
    value: one.n,
    to: one.to,
    itemStyle: { color: one.colour },
  });
  const inner = { show: true, color: screen.ink, fontSize: 16, fontWeight: 600, minAngle: 28, rotate: 'tangential' };
  return (
    <Chart
      label={context.text('index1.stages')}
      height={340}
      onPick={({ data }) => open((data as Partial<Slice>).to ?? null)}
      option={{
        tooltip: {
          ...chartTip,
          trigger: 'item',
          formatter: (item: { name: string; value: number }) =>
            item.name ? `${item.name}<br/>${number(item.value)} · ${percent(item.value / total)}` : '',
        },
        series: [
          {
            type: 'sunburst',
            radius: ['24%', '98%'],
            nodeClick: false,
            sort: undefined,
            itemStyle: { borderColor: screen.panel, borderWidth: 2 },
            label: { show: false },
            levels: [{}, { r0: '28%', r: '62%', label: inner }, { r0: '64%', r: '98%' }],
            data: rings.map((one) => ({
              ...node(one),
              children: one.stages.map(node),
            })),
          },
        ],
      }}
    />
  );
}

function Slices({ rings }: { readonly rings: readonly Ring[] }) {
  const { number } = useNumbers();
  return (
    <div className={css.rows} style={{ justifyContent: 'center' }}>
      {rings.map((one) => (
        <div key={one.species} style={{ marginBottom: 3 }}>
          <Line columns="1fr auto" height={22}>
            <b style={{ color: one.colour }}>{one.name}</b>
            <b>
              <Opens to={one.to}>{number(one.n)}</Opens>
            </b>
          </Line>
          {one.stages.map((stage) => (
            <Line key={stage.name} columns="10px 1fr auto" height={18}>
              <i style={{ width: 10, height: 10, borderRadius: 2, background: stage.colour }} />
              <span className={`${css.note} ${css.cut}`}>{stage.name}</span>
              <span className={css.note}>
                <Opens to={stage.to}>{number(stage.n)}</Opens>
              </span>
            </Line>
          ))}
        </div>
      ))}
    </div>
  );
}

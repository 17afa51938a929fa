import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Chart } from '#kit/web/ui/chart.tsx';
import { mix, noDue, speciesColours } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';
import { chartTip, useOpenList, useStockNames } from './names.ts';

interface BreedRow {
  readonly species: string;
  readonly breed: string;
  readonly n: number;
}

interface Block {
  readonly name: string;
  readonly value: number;
  readonly species: string;
  readonly to: string | null;
  readonly itemStyle: { readonly color: string };
}

/** A block below this part of all has no room for words. */
const small = 0.05;

const treemap = (blocks: readonly Block[], say: (block: { name: string; value: number }) => string) => ({
  type: 'treemap',
  left: 0,
  right: 0,
  top: 0,
  bottom: 0,
  roam: false,
  nodeClick: false,
  breadcrumb: { show: false },
  itemStyle: { borderColor: screen.panel, borderWidth: 2, gapWidth: 2 },
  label: {
    fontSize: 16,
    lineHeight: 22,
    color: screen.white,
    textBorderColor: 'rgba(6, 18, 31, 0.55)',
    textBorderWidth: 2,
    overflow: 'truncate',
    formatter: say,
  },
  data: blocks,
});

/** Shades of the kind's colour, the largest the brightest. */
function useBlocks(context: ScreenContext, panel: string, rows: readonly BreedRow[]): Block[] {
  const names = useStockNames();
  return [...Map.groupBy(rows, (one) => one.species).values()].flatMap((own) =>
    own.map(({ species, breed, n }, place) => ({
      to: context.opens(panel, { species, breed }, 'n'),
      name: breed ? names.breed(species, breed) : context.text('herd.otherBreeds'),
      value: n,
      species,
      itemStyle: {
        color: breed
          ? mix(speciesColours[species] ?? screen.white, screen.deep, 0.12 + (0.55 * place) / own.length)
          : noDue,
      },
    })),
  );
}

interface BreedsProps {
  readonly context: ScreenContext;
  readonly id: string;
  readonly at: Box;
}

/** Breeds as large as they are many; those too small for words in their block are told below. */
export function Breeds({ context, id, at }: BreedsProps) {
  const { number, percent } = useNumbers();
  const open = useOpenList();
  const rows = context.rows<BreedRow>(id);
  const total = rows.reduce((sum, one) => sum + one.n, 0);
  const blocks = useBlocks(context, id, rows);
  const few = blocks.filter((one) => one.value / total < small);
  const figures = (value: number) => `${number(value)} · ${percent(value / total)}`;
  return (
    <Panel
      id={id}
      at={at}
      title={context.text('herd.breeds')}
      extra={<Extra context={context} rows={rows} total={total} />}
      isEmpty={total === 0}
    >
      <Chart
        label={context.text('herd.breeds')}
        height={at[3] - 58 - (few.length > 0 ? 28 : 0)}
        onPick={({ data }) => open((data as Partial<Block>).to ?? null)}
        option={{
          tooltip: {
            ...chartTip,
            trigger: 'item',
            formatter: ({ name, value }: Block) => `${name}<br/>${figures(value)}`,
          },
          series: [
            treemap(blocks, ({ name, value }) =>
              value / total < small ? '' : `${name}\n${number(value)}\n${percent(value / total)}`,
            ),
          ],
        }}
      />
      {few.length > 0 && (
        <div className={`${css.note} ${css.cut}`} style={{ lineHeight: '28px' }}>
          {few.map((one) => (
            <span key={`${one.species} ${one.name}`} style={{ marginInlineEnd: 14 }}>
              <Opens to={one.to}>
                <span style={{ color: one.itemStyle.color }}>■</span> {one.name} {percent(one.value / total)}
              </Opens>
            </span>
          ))}
        </div>
      )}
    </Panel>
  );
}

function Extra({ context, rows, total }: { context: ScreenContext; rows: readonly BreedRow[]; total: number }) {
  const { number } = useNumbers();
  const species = [...new Set(rows.map((one) => one.species))];
  return (
    <>
      {species.length > 1 &&
        species.map((one) => (
          <span key={one} style={{ color: speciesColours[one], marginInlineEnd: 16 }}>
            ■ {context.species(one)}
          </span>
        ))}
      <Opens to={context.drill('herd.tagged')}>{context.text('herd.taggedOnly', { n: number(total) })}</Opens>
    </>
  );
}

import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { speciesColours } from '../colours.ts';
import type { ScreenContext } from '../screen-frame.tsx';
import { Butterfly, hatch } from './butterfly.tsx';
import { useStockNames } from './names.ts';

export const flock = ['sheep', 'goat'] as const;
export type Flock = (typeof flock)[number];
export const colourOf = (species: Flock) => speciesColours[species] ?? screen.white;

type AgeRow = { readonly from: number; readonly to: number | null } & Readonly<
  Record<`female.${Flock}` | `male.${Flock}`, number>
>;
interface UntaggedRow {
  readonly species: Flock;
  readonly stage: string;
  readonly n: number;
}

/** Numbered sheep and goats by age and sex; below them those without a number. */
export function FlockAges({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const rows = context.rows<AgeRow>('R2');
  const wing = (row: AgeRow, sex: 'female' | 'male') =>
    flock.map((species) => ({
      key: species,
      n: row[`${sex}.${species}`],
      colour: colourOf(species),
      to: context.opens('R2', row, `${sex}.${species}`),
    }));
  return (
    <Panel
      id="R2"
      at={[1336, 580, 560, 476]}
      title={context.text('herd.ages')}
      extra={
        <Opens to={context.drill('herd.tagged')}>
          {context.text('herd.taggedOnly', { n: number(context.data.values['herd.tagged']) })}
        </Opens>
      }
      isEmpty={(context.data.values['herd.total'] ?? 0) === 0}
    >
      <Butterfly
        heads={[context.text('herd.female'), context.text('herd.male')]}
        height={50}
        middle={104}
        isEven
        rows={rows.map((one) => ({
          key: String(one.from),
          name: context.text(one.to === null ? 'herd.monthsOver' : 'herd.months', { from: one.from, to: one.to ?? '' }),
          left: wing(one, 'female'),
          right: wing(one, 'male'),
        }))}
      />
      <Untagged context={context} />
    </Panel>
  );
}

/** Nobody knows how old they are: hatched, by the stage they were counted in. */
function Untagged({ context }: { readonly context: ScreenContext }) {
  const names = useStockNames();
  const { number } = useNumbers();
  const rows = context.rows<UntaggedRow>('untagged').toSorted((a, b) => b.n - a.n);
  const byStage = Map.groupBy(rows, (one) => one.stage);
  const total = rows.reduce((sum, one) => sum + one.n, 0);
  const sum = (own: readonly UntaggedRow[]) => own.reduce((all, one) => all + one.n, 0);
  return (
    <div style={{ borderTop: '1px solid #1e3a5c', marginTop: 8, paddingTop: 6 }}>
      <span className={css.note}>
        <Opens to={context.drill('herd.untagged')}>{context.text('index4.untaggedBelow', { n: number(total) })}</Opens>
      </span>
      <div style={{ display: 'flex', gap: 3, height: 14, marginBlock: 4 }}>
        {[...byStage.values()].flat().map((one) => (
          <i
            key={`${one.stage} ${one.species}`}
            style={{ flex: `${one.n} 0 0`, background: hatch(colourOf(one.species)) }}
          />
        ))}
      </div>
      <div className={`${css.note} ${css.cut}`}>
        {[...byStage].map(([stage, own], at) => (
          <span key={stage}>
            {at > 0 && ' · '}
            <Opens to={own[0] ? context.opens('untagged', own[0], 'n') : null}>
              {names.stage(stage)} {number(sum(own))}
            </Opens>
          </span>
        ))}
      </div>
    </div>
  );
}

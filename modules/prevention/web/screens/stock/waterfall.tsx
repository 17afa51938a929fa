import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Line } from '#kit/web/screen/rows.tsx';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenContext } from '../screen-frame.tsx';

interface Step {
  readonly step: string;
  readonly n: number;
  readonly isLarge?: boolean;
}

const [standing, came, left, wrong] = [screen.plain, screen.good, screen.warn, screen.bad];

/** From what the month began with to what stands now. The axis begins below the lowest level: a few births would not be seen beside a whole herd. */
export function Waterfall({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const steps = context.rows<Step>('R2');
  const isLevel = (one: Step) => one.step === 'start' || one.step === 'now';
  let level = 0;
  const bars = steps.map((one) => {
    const from = isLevel(one) ? 0 : level;
    level = isLevel(one) ? one.n : level + one.n;
    return { ...one, low: Math.min(from, level), high: Math.max(from, level) };
  });
  const levels = bars.flatMap((one) => (isLevel(one) ? [one.high] : [one.low, one.high]));
  const highest = Math.max(1, ...levels);
  const lowest = Math.min(...levels);
  const begin = Math.max(0, lowest - (highest - lowest || highest) * 0.35);
  const at = (n: number) => `${(Math.max(0, n - begin) / (highest - begin)) * 100}%`;
  const colourOf = (one: Step) =>
    isLevel(one) ? standing : one.isLarge ? wrong : one.n > 0 ? came : one.n < 0 ? left : screen.none;
  return (
    <Panel
      id="R2"
      at={[1448, 656, 448, 400]}
      title={context.text('index1.flow')}
      extra={context.text('index1.axisFrom', { n: number(Math.round(begin)) })}
      isEmpty={steps.length === 0}
    >
      {bars.map((one) => (
        <Line key={one.step} columns="104px 1fr 84px" height={42}>
          <span className={isLevel(one) ? undefined : css.soft}>{context.text(`index1.step.${one.step}`)}</span>
          <span style={{ position: 'relative', height: 20 }}>
            <i
              style={{
                position: 'absolute',
                insetBlock: 0,
                insetInlineStart: at(one.low),
                width: `calc(${at(one.high)} - ${at(one.low)})`,
                minWidth: 2,
                borderRadius: 2,
                background: colourOf(one),
              }}
            />
          </span>
          <b className={css.right} style={{ color: isLevel(one) ? undefined : colourOf(one) }}>
            <Opens to={context.opens('R2', one, 'n')}>
              {isLevel(one) || one.n <= 0 ? number(one.n) : `+${number(one.n)}`}
            </Opens>
          </b>
        </Line>
      ))}
    </Panel>
  );
}

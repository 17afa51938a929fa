import { Opens, Tile } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { coverageColour } from './colours.ts';
import type { ScreenContext } from './screen-frame.tsx';

/** How far the campaign is, in the colour of how far that is. */
export function CoverageTile({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const v = context.data.values;
  return (
    <Tile
      name={context.text('coverage')}
      value={v['imm.coverage']}
      as="percent"
      code="imm.coverage"
      colour={coverageColour(v['imm.coverage'])}
      note={
        <Opens to={context.drill('imm.done')}>
          {context.text('doneOf', { done: number(v['imm.done']), due: number(v['imm.due']) })}
        </Opens>
      }
      to={context.drill('imm.coverage')}
    />
  );
}

import { Opens, Tile } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { coverageColour } from './colours.ts';
import type { Seen } from './screen-frame.tsx';

/** How far the campaign is, in the colour of how far that is. */
export function CoverageTile({ seen }: { readonly seen: Seen }) {
  const { number } = useNumbers();
  const v = seen.data.values;
  return (
    <Tile
      name={seen.text('coverage')}
      value={v['imm.coverage']}
      as="percent"
      code="imm.coverage"
      colour={coverageColour(v['imm.coverage'])}
      note={
        <Opens to={seen.drill('imm.done')}>
          {seen.text('doneOf', { done: number(v['imm.done']), due: number(v['imm.due']) })}
        </Opens>
      }
      to={seen.drill('imm.coverage')}
    />
  );
}

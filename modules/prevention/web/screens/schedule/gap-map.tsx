import { levelOf } from '#kit/contract/region.ts';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { mix, noDue } from '../colours.ts';
import { type ScreenContext, ScreenHeadline } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';

interface Zero {
  readonly code: number;
  readonly name: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

const [behind, even, ahead] = [screen.bad, '#f2f6fa', screen.good];
const [lowest, highest] = [-20, 10];
const zeroColour = '#e5001f';

/** Behind the plan red, on it white, ahead green. */
export function gapColour(gap: number | null | undefined): string {
  if (gap === null || gap === undefined) return noDue;
  return gap < 0 ? mix(even, behind, Math.min(1, gap / lowest)) : mix(even, ahead, Math.min(1, gap / highest));
}

/** Who is behind the plan, and the villages where nobody has been yet. */
export function GapMap({ context }: { readonly context: ScreenContext }) {
  const { percent, signed, number } = useNumbers();
  const zero = context.rows<Zero>('M');
  const zeroCodes = new Set(zero.map((one) => one.code));
  // Where villages are drawn themselves, they carry the mark; above, each is a dot of its own.
  const areVillages = levelOf(context.data.region.code) >= 4;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`schedule.${key}`, args);
  return (
    <Panel id="M" at={[960, 260, 936, 480]} title={<ScreenHeadline data={context.data} />} bare>
      <ScreenMap
        context={context}
        width={934}
        height={436}
        sizeOf={(one) => one.values['imm.due'] ?? 0}
        draw={({ code, values }) => ({
          fill: zeroCodes.has(code) ? zeroColour : gapColour(values['imm.gap']),
          ...(zeroCodes.has(code) && { rim: screen.black }),
          text: values['imm.gap'] == null ? '—' : text('pointsOf', { n: signed(values['imm.gap']) }),
          card: [
            { name: text('gap'), text: signed(values['imm.gap']) },
            { name: context.text('coverage'), text: percent(values['imm.coverage']) },
            { name: context.text('remaining'), text: number(values['imm.remaining']) },
            { name: text('zeroVillage'), text: number(values['imm.zeroVillage']) },
          ],
        })}
        marks={
          areVillages
            ? []
            : zero.flatMap(({ code, longitude, latitude }) =>
                longitude === null || latitude === null
                  ? []
                  : [{ key: String(code), longitude, latitude, colour: zeroColour }],
              )
        }
        legend={[
          ...[-20, -10, 0, 5, 10].map((gap) => ({ colour: gapColour(gap), text: signed(gap, 0) })),
          { colour: zeroColour, text: text('zeroVillage') },
          { colour: noDue, text: context.text('noDue') },
        ]}
      />
    </Panel>
  );
}

import { useState } from 'react';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import { Switch } from '#kit/web/screen/switch.tsx';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import { noDue, quantiles } from '../colours.ts';
import { type ScreenContext, ScreenHeadline } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';

/** One thing the map can be filled by. */
export interface Layer {
  readonly key: string;
  readonly label: string;
  readonly code: string;
  readonly colour: string;
  readonly isShare?: boolean;
}

interface StockMapProps {
  readonly context: ScreenContext;
  readonly at: Box;
  readonly layers: readonly [Layer, ...Layer[]];
  /** What a village's bubble is measured by. */
  readonly size: string;
  /** Figures of the card besides the layer's own. */
  card(child: ScreenChild): readonly { readonly name: string; readonly text: string }[];
}

/** Parts of the place in five shades of what they have; the bounds stand in the legend. */
export function StockMap({ context, at, layers, size, card }: StockMapProps) {
  const { number, percent } = useNumbers();
  const [picked, setPicked] = useState(layers[0].key);
  const layer = layers.find((one) => one.key === picked) ?? layers[0];
  const { children } = context.data.region;
  const shown = children.length > 0 ? children.map((one) => one.values) : [context.data.values];
  const scale = quantiles(
    shown.map((one) => one[layer.code] ?? 0),
    layer.colour,
  );
  const say = (n: number | null | undefined) => (layer.isShare ? percent(n) : number(n));
  // Fewer parts than shades give the same bound twice; it is told once.
  const bounds = [...new Set(scale.bounds)].filter((bound) => bound > 0);
  // Of a share nothing is a share, too; of heads it is nothing.
  const fillOf = (n: number | null | undefined) => (layer.isShare && n === 0 ? scale.shade(0) : scale.of(n));
  const below = (n: number | null | undefined) =>
    n !== null && n !== undefined && (n > 0 || layer.isShare) && n < (bounds[0] ?? 0);
  const legend = [
    ...(shown.some((one) => below(one[layer.code])) ? [{ colour: scale.shade(0), text: `<${say(bounds[0])}` }] : []),
    ...bounds.map((bound, step) => {
      const next = bounds[step + 1];
      const rank = scale.bounds.filter((one) => one <= bound).length;
      return { colour: scale.shade(rank), text: next === undefined ? `≥${say(bound)}` : `${say(bound)}–${say(next)}` };
    }),
    { colour: noDue, text: context.text('index1.nothing') },
  ];
  return (
    <Panel id="M" at={at} title={<ScreenHeadline data={context.data} lines={at[2] < 800 ? 2 : 1} />} bare>
      <ScreenMap
        context={context}
        width={at[2] - 2}
        height={at[3] - 44}
        sizeOf={(one) => one.values[size] ?? 0}
        draw={(child) => ({
          fill: fillOf(child.values[layer.code]),
          text: say(child.values[layer.code]),
          card: [{ name: layer.label, text: say(child.values[layer.code]) }, ...card(child)],
        })}
        legend={legend}
      />
      <div style={{ position: 'absolute', right: 16, top: 4 }}>
        <Switch
          label={context.text('index1.layer')}
          value={layer.key}
          options={layers.map(({ key, label }) => ({ value: key, label }))}
          onChange={setPicked}
        />
      </div>
    </Panel>
  );
}

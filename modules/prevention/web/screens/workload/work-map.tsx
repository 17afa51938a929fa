import { useState } from 'react';
import { levelOf } from '#kit/contract/region.ts';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { Switch } from '#kit/web/screen/switch.tsx';
import { coverageColour, noDue, quantiles } from '../colours.ts';
import { coverageLegend } from '../legends.ts';
import { type ScreenContext, ScreenHeadline } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';

type Measure = 'work.perWorker' | 'work.load';

interface Bare {
  readonly code: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

const bareColour = screen.bad;
/** As the map hatches. */
const hatch = `repeating-linear-gradient(135deg, ${bareColour} 0 3px, rgb(255 77 79 / 25%) 3px 6px)`;

/** Heads per worker, or how much each has to look after; villages by how far their worker is, and hatched where there is none. */
export function WorkMap({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const [measure, setMeasure] = useState<Measure>('work.perWorker');
  const { region } = context.data;
  const areVillages = levelOf(region.code) >= 4;
  const shades = quantiles(
    region.children.map((one) => one.values[measure] ?? 0),
    measure === 'work.load' ? screen.warn : screen.sky,
  );
  const text = (key: string) => context.text(`workload.${key}`);
  const steps = [...new Set(shades.bounds)];
  return (
    <Panel id="M" at={[24, 104, 900, 620]} title={<ScreenHeadline data={context.data} />} bare>
      <ScreenMap
        context={context}
        width={898}
        height={576}
        sizeOf={(one) => one.values['work.units'] ?? 0}
        draw={({ values }) => ({
          fill: areVillages ? coverageColour(values['work.progress']) : shades.of(values[measure]),
          isHatched: areVillages && (values['work.uncovered'] ?? 0) > 0,
          text: areVillages ? percent(values['work.progress']) : number(values[measure]),
          card: [
            {
              name: context.text('workersOut'),
              text: `${number(values['work.today'])} / ${number(values['work.active'])}`,
            },
            areVillages
              ? { name: text('progress'), text: percent(values['work.progress']) }
              : { name: text('perWorker'), text: number(values['work.perWorker']) },
            { name: text('load'), text: number(values['work.load']) },
            { name: text('uncovered'), text: number(values['work.uncovered']) },
          ],
        })}
        marks={
          areVillages
            ? []
            : context
                .rows<Bare>('M')
                .flatMap(({ code, longitude, latitude }) =>
                  longitude === null || latitude === null
                    ? []
                    : [{ key: String(code), longitude, latitude, colour: bareColour }],
                )
        }
        legend={
          areVillages
            ? [...coverageLegend(context), { colour: hatch, text: text('uncovered') }]
            : [
                { colour: shades.shade(0), text: `<${number(steps[0] ?? 0)}` },
                ...steps.map((bound) => ({
                  colour: shades.shade(shades.bounds.filter((one) => bound >= one).length),
                  text: `≥${number(bound)}`,
                })),
                { colour: noDue, text: text('noWork') },
                { colour: bareColour, text: text('uncovered') },
              ]
        }
      />
      {!areVillages && (
        <div style={{ position: 'absolute', right: 16, top: 4 }}>
          <Switch<Measure>
            label={text('measure')}
            value={measure}
            options={[
              { value: 'work.perWorker', label: text('perWorker') },
              { value: 'work.load', label: text('load') },
            ]}
            onChange={setMeasure}
          />
        </div>
      )}
    </Panel>
  );
}

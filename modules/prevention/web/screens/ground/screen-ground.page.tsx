import { useState } from 'react';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { type Box, Panel } from '#kit/web/screen/panel.tsx';
import css from '#kit/web/screen/screen.module.css';
import { Switch } from '#kit/web/screen/switch.tsx';
import { type ScreenContext, ScreenFrame, ScreenHeadline } from '../screen-frame.tsx';
import { ScreenMap } from '../screen-map.tsx';
import own from './ground.module.css';
import { type LayerName, layerNames, marksFor, pastLayers, shownAs } from './layers.ts';
import { MainPanel, RankPanel } from './left-panels.tsx';
import { PicturePanel } from './picture.tsx';
import { DiseasePanel, NewsPanel } from './right-panels.tsx';
import { Timeline } from './timeline.tsx';
import { useLights } from './use-lights.ts';

const now = {};

/** 监测分析(新版): what is happening on the ground. The map is the page. */
export default function GroundScreen() {
  const [on, setOn] = useState<string | null>(null);
  return (
    <ScreenFrame screen="indexNew" ask={on === null ? now : { on }}>
      {(context) => <Ground context={context} on={on} onDay={setOn} />}
    </ScreenFrame>
  );
}

interface GroundProps {
  readonly context: ScreenContext;
  readonly on: string | null;
  onDay(day: string | null): void;
}

function Ground({ context, on, onDay }: GroundProps) {
  const { permits } = context.data;
  const may = (panel: string) => permits.includes(panel);
  const [chosen, setChosen] = useState<LayerName | null>(null);
  const open = layerNames.filter((one) => may(one) && (on === null || pastLayers.includes(one)));
  const layer = open.find((one) => one === chosen) ?? open[0];
  const right = rightColumn(['R1', 'R2', 'R3'].filter(may));
  const [r1, r2, r3] = ['R1', 'R2', 'R3'].map((one) => right.get(one));
  if (!layer) return null;
  return (
    <>
      <GroundMap context={context} layer={layer} isPast={on !== null} />
      <Panel id="S" at={[560, 104, 800, 56]} bare>
        <div className={own.middle}>
          <Switch<LayerName>
            label={context.text('index6.layer')}
            value={layer}
            options={open.map((one) => ({ value: one, label: context.text(`indexNew.layer.${one}`) }))}
            onChange={setChosen}
          />
        </div>
      </Panel>
      <div className={own.sentence}>
        {on === null ? (
          <ScreenHeadline data={context.data} />
        ) : (
          <span className={css.chip} data-testid="past" title={context.text('indexNew.pastTip')}>
            {context.text('indexNew.past', { day: on })}
          </span>
        )}
      </div>
      <MainPanel context={context} layer={layer} isPast={on !== null} />
      <RankPanel context={context} layer={layer} isPast={on !== null} />
      {r1 && <NewsPanel context={context} at={r1} />}
      {r2 && <PicturePanel context={context} at={r2} />}
      {r3 && <DiseasePanel context={context} at={r3} />}
      {may('B') && <Timeline context={context} on={on} onDay={onDay} />}
    </>
  );
}

/** What panels leave free in the middle, as the map counts. */
const clear: Box = [440, 120, 1040, 660];

function GroundMap({
  context,
  layer,
  isPast,
}: {
  readonly context: ScreenContext;
  readonly layer: LayerName;
  readonly isPast: boolean;
}) {
  const numbers = useNumbers();
  const lights = useLights(context);
  const { legend, ...shown } = shownAs[layer](context, numbers);
  return (
    <>
      <div className={own.flight} data-panel="M">
        <ScreenMap
          context={{ ...context, pulses: [...context.pulses, ...lights] }}
          width={1920}
          height={992}
          clear={clear}
          isTilted
          hasOwnSheet
          legend={[]}
          marks={isPast ? [] : marksFor(context, layer)}
          {...shown}
        />
      </div>
      <div className={own.legend}>
        {legend.map(({ colour, text }) => (
          <span key={text}>
            <i style={{ background: colour }} />
            {text}
          </span>
        ))}
      </div>
    </>
  );
}

const heights: Readonly<Record<string, number>> = { R1: 300, R2: 300, R3: 320 };
const [top, whole, gutter] = [104, 952, 16];

/** A panel left out gives its height to its neighbour. */
function rightColumn(panels: readonly string[]): ReadonlyMap<string, Box> {
  const used = panels.reduce((sum, one) => sum + (heights[one] ?? 0), 0) + gutter * Math.max(0, panels.length - 1);
  let y = top;
  return new Map(
    panels.map((one, at) => {
      const height = (heights[one] ?? 0) + (at === 0 ? whole - used : 0);
      const box: Box = [1496, y, 400, height];
      y += height + gutter;
      return [one, box] as const;
    }),
  );
}

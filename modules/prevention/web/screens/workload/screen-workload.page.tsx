import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { type ScreenContext, ScreenFrame } from '../screen-frame.tsx';
import { Attendance } from './attendance.tsx';
import { Quality } from './quality.tsx';
import { Spread } from './spread.tsx';
import { WorkMap } from './work-map.tsx';
import { LastWorkers, TopWorkers } from './worker-rows.tsx';

/** 区域防疫员工作量: who carries the work, who stands still, and whether the records can be trusted. */
export default function WorkloadScreen() {
  return (
    <ScreenFrame
      screen="index2"
      tourOf={({ region }) =>
        region.children
          .filter((one) => (one.values['work.active'] ?? 0) > 0)
          .toSorted((a, b) => (a.values['work.perWorker'] ?? 0) - (b.values['work.perWorker'] ?? 0))
          .map((one) => one.code)
      }
    >
      {(context) => (
        <>
          <WorkMap context={context} />
          <Panel id="K" at={[940, 104, 956, 120]}>
            <Strip context={context} />
          </Panel>
          <TopWorkers context={context} />
          <LastWorkers context={context} />
          <Attendance context={context} />
          <Spread context={context} />
          <Quality context={context} />
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ context }: { readonly context: ScreenContext }) {
  const { number, percent } = useNumbers();
  const v = context.data.values;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => context.text(`workload.${key}`, args);
  const [active, today] = [v['work.active'] ?? 0, v['work.today'] ?? 0];
  return (
    <Tiles>
      <Tile
        name={text('active')}
        value={v['work.active']}
        code="work.active"
        unit={text('people')}
        note={
          <Opens to={context.drill('work.uncovered')}>
            {text('uncoveredNote', { n: number(v['work.uncovered']) })}
          </Opens>
        }
        to={context.drill('work.active')}
      />
      <Tile
        name={context.text('workersOut')}
        value={v['work.today']}
        code="work.today"
        unit={text('people')}
        note={text('ofAll', { share: percent(active > 0 ? today / active : null) })}
        to={context.drill('work.today')}
      />
      <Tile
        name={text('heads')}
        value={v['work.heads']}
        code="work.heads"
        unit={context.text('head')}
        note={<Opens to={context.drill('work.visits')}>{text('visits', { n: number(v['work.visits']) })}</Opens>}
        to={context.drill('work.heads')}
      />
      <Tile
        name={text('perWorker')}
        value={v['work.perWorker']}
        code="work.perWorker"
        unit={context.text('head')}
        note={<Opens to={context.drill('work.load')}>{text('loadNote', { n: number(v['work.load']) })}</Opens>}
        to={context.drill('work.perWorker')}
      />
      <Tile
        name={text('flagRate')}
        value={v['work.flagRate']}
        as="percent"
        code="work.flagRate"
        colour={(v['work.flagRate'] ?? 0) > 0.05 ? screen.warn : undefined}
        note={<Opens to={context.drill('work.flagged')}>{text('flagged', { n: number(v['work.flagged']) })}</Opens>}
        to={context.drill('work.flagRate')}
      />
    </Tiles>
  );
}

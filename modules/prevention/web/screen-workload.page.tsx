import { Opens, Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import { Panel } from '#kit/web/screen/panel.tsx';
import { ScreenFrame, type Seen } from './screen/screen-frame.tsx';
import { Attendance } from './screen/workload/attendance.tsx';
import { Quality } from './screen/workload/quality.tsx';
import { Spread } from './screen/workload/spread.tsx';
import { WorkMap } from './screen/workload/work-map.tsx';
import { LastWorkers, TopWorkers } from './screen/workload/worker-rows.tsx';

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
      {(seen) => (
        <>
          <WorkMap seen={seen} />
          <Panel id="K" at={[940, 104, 956, 120]}>
            <Strip seen={seen} />
          </Panel>
          <TopWorkers seen={seen} />
          <LastWorkers seen={seen} />
          <Attendance seen={seen} />
          <Spread seen={seen} />
          <Quality seen={seen} />
        </>
      )}
    </ScreenFrame>
  );
}

function Strip({ seen }: { readonly seen: Seen }) {
  const { number, percent } = useNumbers();
  const v = seen.data.values;
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => seen.text(`workload.${key}`, args);
  const [active, today] = [v['work.active'] ?? 0, v['work.today'] ?? 0];
  return (
    <Tiles>
      <Tile
        name={text('active')}
        value={v['work.active']}
        code="work.active"
        unit={text('people')}
        note={
          <Opens to={seen.drill('work.uncovered')}>{text('uncoveredNote', { n: number(v['work.uncovered']) })}</Opens>
        }
        to={seen.drill('work.active')}
      />
      <Tile
        name={seen.text('workersOut')}
        value={v['work.today']}
        code="work.today"
        unit={text('people')}
        note={text('ofAll', { share: percent(active > 0 ? today / active : null) })}
        to={seen.drill('work.today')}
      />
      <Tile
        name={text('heads')}
        value={v['work.heads']}
        code="work.heads"
        unit={seen.text('head')}
        note={<Opens to={seen.drill('work.visits')}>{text('visits', { n: number(v['work.visits']) })}</Opens>}
        to={seen.drill('work.heads')}
      />
      <Tile
        name={text('perWorker')}
        value={v['work.perWorker']}
        code="work.perWorker"
        unit={seen.text('head')}
        note={<Opens to={seen.drill('work.load')}>{text('loadNote', { n: number(v['work.load']) })}</Opens>}
        to={seen.drill('work.perWorker')}
      />
      <Tile
        name={text('flagRate')}
        value={v['work.flagRate']}
        as="percent"
        code="work.flagRate"
        colour={(v['work.flagRate'] ?? 0) > 0.05 ? screen.warn : undefined}
        note={<Opens to={seen.drill('work.flagged')}>{text('flagged', { n: number(v['work.flagged']) })}</Opens>}
        to={seen.drill('work.flagRate')}
      />
    </Tiles>
  );
}

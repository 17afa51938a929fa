import { useDict } from '#kit/web/lookups/lookups.ts';
import { Tile, Tiles } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
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
  const { options: flags } = useDict('visit_flag');
  const v = seen.data.values;
  const [period] = seen.rows<{ from: string; to: string }>('period');
  const work = (from: string, to: string) => seen.list('/ant/person/preventionWork', { from, to });
  const text = (key: string, args?: Readonly<Record<string, string | number>>) => seen.text(`workload.${key}`, args);
  const [from, to] = [period?.from ?? '', period?.to ?? ''];
  const [active, today] = [v['work.active'] ?? 0, v['work.today'] ?? 0];
  return (
    <Tiles>
      <Tile
        name={text('active')}
        value={v['work.active']}
        code="work.active"
        unit={text('people')}
        note={text('uncoveredNote', { n: number(v['work.uncovered']) })}
        to={seen.list('/ant/person/prevention', { status: 'active' })}
      />
      <Tile
        name={seen.text('workersOut')}
        value={v['work.today']}
        code="work.today"
        unit={text('people')}
        note={text('ofAll', { share: percent(active > 0 ? today / active : null) })}
        to={work(to, to)}
      />
      <Tile
        name={text('heads')}
        value={v['work.heads']}
        code="work.heads"
        unit={seen.text('head')}
        note={text('visits', { n: number(v['work.visits']) })}
        to={work(from, to)}
      />
      <Tile
        name={text('perWorker')}
        value={v['work.perWorker']}
        code="work.perWorker"
        unit={seen.text('head')}
        note={text('loadNote', { n: number(v['work.load']) })}
        to={work(from, to)}
      />
      <Tile
        name={text('flagRate')}
        value={v['work.flagRate']}
        as="percent"
        code="work.flagRate"
        colour={(v['work.flagRate'] ?? 0) > 0.05 ? '#ff9f43' : undefined}
        note={text('flagged', { n: number(v['work.flagged']) })}
        to={seen.list('/ant/preventionMange/logs', {
          visitedOnFrom: from,
          visitedOnTo: to,
          cleared: 'false',
          flag: flags.map((one) => one.dictValue).join(','),
        })}
      />
    </Tiles>
  );
}

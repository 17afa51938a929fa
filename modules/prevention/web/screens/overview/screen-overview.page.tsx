import { type ScreenContext, ScreenFrame } from '../screen-frame.tsx';
import { column } from './common.ts';
import { MapPanel, RiskPanel, Strip } from './middle.tsx';
import { KindsPanel, StockPanel } from './stock-panels.tsx';
import { CompanyPanel, FarmPanel } from './unit-panels.tsx';
import { ImmunityPanel, PeoplePanel, SchedulePanel } from './work-panels.tsx';

/** 监测分析: the whole on one page; eight panels, one for each permission. */
export default function OverviewScreen() {
  return <ScreenFrame screen="index6">{(context) => <Panels context={context} />}</ScreenFrame>;
}

function Panels({ context }: { readonly context: ScreenContext }) {
  const { permits } = context.data;
  const may = (panel: string) => permits.includes(panel);
  const left = column(24, 448, ['L1', 'L2', 'L3', 'L4'].filter(may));
  const right = column(1448, 448, ['R1', 'R2', 'R3', 'R4'].filter(may));
  const [l1, l2, l3, l4] = ['L1', 'L2', 'L3', 'L4'].map((one) => left.get(one));
  const [r1, r2, r3, r4] = ['R1', 'R2', 'R3', 'R4'].map((one) => right.get(one));
  return (
    <>
      <Strip context={context} />
      <MapPanel context={context} />
      {may('B') && <RiskPanel context={context} />}
      {l1 && <ImmunityPanel context={context} at={l1} />}
      {l2 && <SchedulePanel context={context} at={l2} />}
      {l3 && <PeoplePanel context={context} at={l3} />}
      {l4 && <CompanyPanel context={context} at={l4} />}
      {r1 && <StockPanel context={context} at={r1} />}
      {r2 && <KindsPanel context={context} at={r2} id="R2" kinds={['cattle']} />}
      {r3 && <KindsPanel context={context} at={r3} id="R3" kinds={['sheep', 'goat']} />}
      {r4 && <FarmPanel context={context} at={r4} />}
    </>
  );
}

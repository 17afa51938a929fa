import { ScreenFrame, type Seen } from '../screen-frame.tsx';
import { column } from './common.ts';
import { MapPanel, RiskPanel, Strip } from './middle.tsx';
import { KindsPanel, StockPanel } from './stock-panels.tsx';
import { CompanyPanel, FarmPanel } from './unit-panels.tsx';
import { ImmunityPanel, PeoplePanel, SchedulePanel } from './work-panels.tsx';

/** 监测分析: the whole on one page; eight panels, one for each permission. */
export default function OverviewScreen() {
  return <ScreenFrame screen="index6">{(seen) => <Panels seen={seen} />}</ScreenFrame>;
}

function Panels({ seen }: { readonly seen: Seen }) {
  const { permits } = seen.data;
  const may = (panel: string) => permits.includes(panel);
  const left = column(24, 448, ['L1', 'L2', 'L3', 'L4'].filter(may));
  const right = column(1448, 448, ['R1', 'R2', 'R3', 'R4'].filter(may));
  const [l1, l2, l3, l4] = ['L1', 'L2', 'L3', 'L4'].map((one) => left.get(one));
  const [r1, r2, r3, r4] = ['R1', 'R2', 'R3', 'R4'].map((one) => right.get(one));
  return (
    <>
      <Strip seen={seen} />
      <MapPanel seen={seen} />
      {may('B') && <RiskPanel seen={seen} />}
      {l1 && <ImmunityPanel seen={seen} at={l1} />}
      {l2 && <SchedulePanel seen={seen} at={l2} />}
      {l3 && <PeoplePanel seen={seen} at={l3} />}
      {l4 && <CompanyPanel seen={seen} at={l4} />}
      {r1 && <StockPanel seen={seen} at={r1} />}
      {r2 && <KindsPanel seen={seen} at={r2} id="R2" kinds={['cattle']} />}
      {r3 && <KindsPanel seen={seen} at={r3} id="R3" kinds={['sheep', 'goat']} />}
      {r4 && <FarmPanel seen={seen} at={r4} />}
    </>
  );
}

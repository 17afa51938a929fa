import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AlertList, type AlertRow } from '#modules/platform/web/index.ts';
import { antAlert, antAlertCalls } from '#modules/prevention/contract/alert/alert.ts';
import { GapTag } from '../gap/gap-tag.tsx';
import { RemindOfSeason } from '../gap/remind-dialog.tsx';
import { useGapStates } from '../gap/use-gap-states.ts';
import { HoldLot } from '../settings/hold-lot.tsx';

/** Alerts about something missing in a village. */
const gapKinds = new Set(['zeroVillage', 'behindVillage', 'uncovered', 'exemptHigh']);

/** 防疫预警: what prevention, breeding and cure have raised; what is open comes first. */
export default function AlertPage() {
  const text = useTexts('prevention.antAlert');
  const gapText = useTexts('prevention.gapPage');
  const { openPage } = usePage();
  const mayOpen = useCan('alarm:record:list');
  const mayHold = useCan('depot:lot:hold');
  const mayRemind = useCan('ant:gap:add');
  const gaps = useGapStates({});
  const [held, setHeld] = useState<AlertRow | null>(null);
  const [reminded, setReminded] = useState<AlertRow | null>(null);
  const isGap = (row: AlertRow) => gapKinds.has(row.kind) && row.status !== 'closed' && row.regionCode !== null;
  const stateOf = (row: AlertRow) => (isGap(row) ? gaps.stateOf('place', row.regionCode ?? 0) : undefined);
  return (
    <>
      <AlertList
        resource={antAlert}
        calls={antAlertCalls}
        mark={(row) => {
          const state = stateOf(row);
          return state && <GapTag state={state} />;
        }}
        first={(row) =>
          mayRemind && isGap(row) && !stateOf(row)
            ? [{ key: 'remind', label: gapText('remind'), run: () => setReminded(row) }]
            : []
        }
        last={(row) => [
          ...(row.kind === 'batchDeaths' && row.subjectId && row.status !== 'closed' && mayHold
            ? [{ key: 'hold', label: text('hold'), run: () => setHeld(row) }]
            : []),
          ...(mayOpen
            ? [
                {
                  key: 'detail',
                  label: text('detail'),
                  run: () => openPage(`/anm/device/alarm/detail?id=${row.id}`),
                },
              ]
            : []),
        ]}
      />
      {held?.subjectId && (
        <HoldLot isAlerted isHeld={false} lotId={held.subjectId} lotNo={held.title} onClose={() => setHeld(null)} />
      )}
      {reminded && (
        <RemindOfSeason
          subjectKind="place"
          subjectId={reminded.regionCode ?? 0}
          alarmId={reminded.id}
          onClose={() => setReminded(null)}
        />
      )}
    </>
  );
}

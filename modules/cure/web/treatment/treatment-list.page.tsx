import { useState } from 'react';
import { useCan, useCanAny } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { type Treatment, treatment } from '#modules/cure/contract/treatment/treatment.ts';
import { UntilTag } from '../withdrawal/until-tag.tsx';
import { Given } from './given.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** 诊疗记录. */
export default function TreatmentListPage() {
  const text = useTexts('cure.treatmentPage');
  const { openPage } = usePage();
  const [voiding, setVoiding] = useState<Treatment | null>(null);
  const mayAdd = useCan('cure:treatment:add');
  const mayVoid = useCanAny(['cure:treatment:add', 'cure:treatment:void']);
  return (
    <>
      <ResourcePage
        resource={treatment}
        {...(mayAdd && { onNew: () => openPage('/cure/treatment/add') })}
        cells={{
          meatUntil: (row) => (
            <UntilTag until={row.meatUntil} isOpen={row.status === 'done' && isAhead(row.meatUntil)} />
          ),
          lots: (row) => <Given row={row} />,
        }}
        actions={(row) =>
          mayVoid && row.status === 'done'
            ? [{ key: 'void', label: text('void'), danger: true, run: () => setVoiding(row) }]
            : []
        }
      />
      {voiding && <VoidDialog row={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

const isAhead = (day: string | null) => day !== null && day >= dayFromNow();

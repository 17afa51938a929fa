import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { type Prescription, prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { UntilTag } from '../withdrawal/until-tag.tsx';
import { DispenseDialog } from './dispense-dialog.tsx';
import { openPaper } from './open-paper.ts';
import { SignDialog } from './sign-dialog.tsx';

/** 处方管理: drafts are signed with the password; from then on nobody edits them. */
export default function PrescriptionListPage() {
  const text = useTexts('cure.prescriptionPage');
  const { openPage } = usePage();
  const mayIssue = useCan('cure:prescription:issue');
  const mayDispense = useCan('cure:prescription:dispense');
  const [signing, setSigning] = useState<Prescription | null>(null);
  const [second, setSecond] = useState<Prescription | null>(null);
  const [dispensing, setDispensing] = useState<Prescription | null>(null);
  return (
    <>
      <ResourcePage
        resource={prescription}
        {...(mayIssue && { onNew: () => openPage('/cure/prescription/issue') })}
        cells={{
          meatUntil: (row) => <UntilTag until={row.meatUntil} isOpen={['issued', 'running'].includes(row.status)} />,
        }}
        actions={(row) => [
          ...(mayIssue && row.status === 'draft'
            ? [
                { key: 'issue', label: text('issue'), run: () => setSigning(row) },
                { key: 'second', label: text('second'), run: () => setSecond(row) },
              ]
            : []),
          ...(mayDispense && ['issued', 'running'].includes(row.status)
            ? [{ key: 'dispense', label: text('dispense'), run: () => setDispensing(row) }]
            : []),
          ...(row.contentHash ? [{ key: 'paper', label: text('paper'), run: () => void openPaper(row.id) }] : []),
        ]}
      />
      {signing && <SignDialog sheet={signing} onClose={() => setSigning(null)} />}
      {second && <SignDialog sheet={second} isSecond onClose={() => setSecond(null)} />}
      {dispensing && <DispenseDialog sheet={dispensing} onClose={() => setDispensing(null)} />}
    </>
  );
}

import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { farmerRegistration } from '#modules/traceability/contract/registration/farmer-registration.ts';
import { VerifyDialog } from './verify-dialog.tsx';

const form = '/traceability/livestockRegistration/farmerRegisterAnimals/edit';

/** 养殖户登记: what holders reported, and the worker's look at it. */
export default function RegistrationPage() {
  const text = useTexts('traceability.registrationPage');
  const { openPage } = usePage();
  const mayVerify = useCan('trace:registration:verify');
  const changed = useChanged(farmerRegistration);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ListPage
        resource={farmerRegistration}
        onForm={({ id }) => openPage(id ? `${form}?id=${id}` : form)}
        actions={(row) =>
          mayVerify && row.status === 'submitted'
            ? [{ key: 'verify', label: text('verify'), run: () => setOpen(row.id) }]
            : []
        }
      />
      {open !== null && (
        <VerifyDialog
          id={open}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) void changed();
          }}
        />
      )}
    </>
  );
}

import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { weighSession } from '#modules/device/contract/weighing/weigh-session.ts';

/** 称重管理: sessions; a row opens the page they are weighed on. */
export default function WeighingPage() {
  const text = useTexts('device.weighPage');
  const { openPage } = usePage();
  const mayWeigh = useCan('device:weigh:edit');
  const open = (id: number) => openPage(`/anm/device/weighing/session?id=${id}`);
  return (
    <ResourcePage
      resource={weighSession}
      {...(mayWeigh && { onOpen: (row) => open(row.id) })}
      // Who is at the scale comes for the weights: the paper's own steps stand on that page too.
      actionsOf={(row, usual) =>
        mayWeigh && (row.status === 'weighing' || row.status === 'review')
          ? [
              { key: 'weigh', label: text('enter'), isMain: true, run: () => open(row.id) },
              ...usual.map((one) => ({ ...one, isMain: false })),
            ]
          : [...usual]
      }
      form={{ initial: { species: 'cattle', purpose: 'routine' } }}
    />
  );
}

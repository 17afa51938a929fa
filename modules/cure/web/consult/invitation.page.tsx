import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { consultOffer } from '#modules/cure/contract/consult/consult.ts';
import { UrgencyTag } from './urgency-tag.tsx';

/** 我的邀请: what is offered to me, and the way into the cases I took. */
export default function InvitationPage() {
  const text = useTexts('cure.invitationPage');
  const { openPage } = usePage();
  const changed = useChanged(consultOffer);
  usePush(
    'consult',
    useRefresh(() => changed()),
  );
  return (
    <ResourcePage
      resource={consultOffer}
      cells={{ urgency: (row) => <UrgencyTag urgency={row.urgency} /> }}
      actions={(row) =>
        row.status === 'accepted'
          ? [{ key: 'case', label: text('open'), run: () => openPage(`/cure/consult/detail?id=${row.consultId}`) }]
          : []
      }
    />
  );
}

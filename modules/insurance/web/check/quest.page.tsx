import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { insCheckTask } from '#modules/insurance/contract/check/check.ts';

/** 验标任务: what is to be seen, and how far it has come. */
export default function QuestPage() {
  const text = useTexts('insurance.check');
  const { openPage } = usePage();
  const mayScan = useCan('ins:check:scan');
  return (
    <ResourcePage
      resource={insCheckTask}
      isOwn={false}
      actions={(row) =>
        mayScan && ['waiting', 'checking'].includes(row.status)
          ? [
              {
                key: 'scan',
                label: text('title'),
                run: () => openPage(`/insuranceMgt/tagCheck?taskId=${row.id}`),
              },
            ]
          : []
      }
    />
  );
}

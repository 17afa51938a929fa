import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { suspectReport } from '#modules/cure/contract/suspect/suspect-report.ts';

/** 疑似疫情报告: what waits for the county, and the way to the investigation. */
export default function SuspectPage() {
  const text = useTexts('cure.suspectPage');
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  return (
    <ResourcePage
      resource={suspectReport}
      actions={(row) => {
        const to = `/ant/investigation/actionDetail?id=${row.investigationId}`;
        return row.investigationId && mayOpen(to)
          ? [{ key: 'investigation', label: text('investigation'), run: () => openPage(to) }]
          : [];
      }}
    />
  );
}

import { Tabs } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { type InsPublicity, insObjection, insPublicity } from '#modules/insurance/contract/notice/notice.ts';

const Sheet = panelLater(async () => (await import('./wall-sheet.tsx')).WallSheet);

/** 公示管理: what hangs on the walls, and what people say to it. */
export default function PublicityPage() {
  const text = useTexts('insurance.notice');
  const detail = useTexts('insurance.detail');
  const { search, setSearch } = usePage();
  const mayHandle = useCan('ins:publicity:handle');
  const [printed, setPrinted] = useState<InsPublicity | null>(null);
  const tab = mayHandle ? (search.get('tab') ?? 'notices') : 'notices';
  const tabs = mayHandle && (
    <Tabs
      activeKey={tab}
      onChange={(key) => setSearch(new URLSearchParams({ tab: key }), { replace: true })}
      items={[
        { key: 'notices', label: text('notices') },
        { key: 'objections', label: text('objections') },
      ]}
    />
  );
  return (
    <>
      {tab === 'objections' ? (
        <ResourcePage key="objections" resource={insObjection} above={() => tabs} />
      ) : (
        <ResourcePage
          key="notices"
          resource={insPublicity}
          isOwn={false}
          above={() => tabs}
          actions={(row) => [{ key: 'print', label: detail('printNotice'), run: () => setPrinted(row) }]}
        />
      )}
      {printed && <Sheet notice={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}

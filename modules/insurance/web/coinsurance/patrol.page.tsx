import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { insPatrol, insPatrolLine } from '#modules/insurance/contract/coinsurance/coinsurance.ts';

/** 共保巡查: animals drawn by a seed, and whether they were there. */
export default function PatrolPage() {
  const text = useTexts('insurance.coinsPage');
  const { search, setSearch } = usePage();
  const tab = search.get('tab') ?? 'patrols';
  const go = (next: Record<string, string>) => setSearch(new URLSearchParams(next), { replace: true });
  const tabs = (
    <Tabs
      activeKey={tab}
      onChange={(key) => go({ tab: key })}
      items={[
        { key: 'patrols', label: text('patrols') },
        { key: 'animals', label: text('animals') },
      ]}
    />
  );
  return tab === 'animals' ? (
    <ResourcePage key="animals" resource={insPatrolLine} isOwn={false} above={() => tabs} />
  ) : (
    <ResourcePage
      key="patrols"
      resource={insPatrol}
      above={() => tabs}
      actions={(row) => [
        { key: 'animals', label: text('animals'), run: () => go({ tab: 'animals', patrolId: String(row.id) }) },
      ]}
    />
  );
}

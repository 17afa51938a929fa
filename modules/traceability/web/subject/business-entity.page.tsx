import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { businessEntity, traceVehicle } from '#modules/traceability/contract/subject/trace-subject.ts';
import { subjectPath } from './subject-path.ts';

/** 经营主体: plants, markets, carriers and shops; and the vehicles of carriers. */
export default function BusinessEntityPage() {
  const text = useTexts('traceability.subjectPage');
  const { openPage } = usePage();
  const url = useUrlState();
  const tab = url.get('tab') === 'vehicles' ? 'vehicles' : 'entities';
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'entities' ? null : key }, { replace: true })}
        items={[
          { key: 'entities', label: text('entities') },
          { key: 'vehicles', label: text('vehicles') },
        ]}
      />
      {tab === 'vehicles' ? (
        <ResourcePage resource={traceVehicle} />
      ) : (
        <ResourcePage
          resource={businessEntity}
          actions={(row) => [{ key: 'file', label: text('detail'), run: () => openPage(subjectPath(row.id)) }]}
        />
      )}
    </>
  );
}

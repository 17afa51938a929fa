import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { traceLot, traceProcessDef } from '#modules/traceability/contract/lot/trace-lot.ts';

/** 追溯流程: lots on their way, and the processes they follow. */
export default function ProcessPage() {
  const text = useTexts('traceability.lotPage');
  const { openPage } = usePage();
  const url = useUrlState();
  const tab = url.get('tab') === 'defs' ? 'defs' : 'lots';
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'lots' ? null : key }, { replace: true })}
        items={[
          { key: 'lots', label: text('lots') },
          { key: 'defs', label: text('defs') },
        ]}
      />
      {tab === 'defs' ? (
        <ResourcePage resource={traceProcessDef} />
      ) : (
        <ResourcePage
          resource={traceLot}
          actions={(row) => [
            {
              key: 'file',
              label: text('file'),
              run: () => openPage(`/traceability/traceabilityManagement/lotDetail?id=${row.id}`),
            },
          ]}
        />
      )}
    </>
  );
}

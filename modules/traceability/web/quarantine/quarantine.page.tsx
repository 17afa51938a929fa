import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { quarantineCertificate } from '#modules/traceability/contract/quarantine/quarantine-certificate.ts';
import { quarantineDeclaration } from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';

const base = '/traceability/livestockRegistration/quarantineManagement';

/** 检疫管理: declarations on their way to a certificate, and the certificates. */
export default function QuarantinePage() {
  const text = useTexts('traceability.quarantinePage');
  const { openPage } = usePage();
  const url = useUrlState();
  const tab = url.get('tab') === 'certificates' ? 'certificates' : 'declarations';
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(key) => url.set({ tab: key === 'declarations' ? null : key }, { replace: true })}
        items={[
          { key: 'declarations', label: text('declarations') },
          { key: 'certificates', label: text('certificates') },
        ]}
      />
      {tab === 'certificates' ? (
        <ResourcePage resource={quarantineCertificate} />
      ) : (
        <ListPage
          resource={quarantineDeclaration}
          onOpen={(row) => openPage(`${base}/detail?id=${row.id}`)}
          onForm={({ id }) => openPage(id ? `${base}/declare?id=${id}` : `${base}/declare`)}
        />
      )}
    </>
  );
}

import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { insEnrolment } from '#modules/insurance/contract/enrolment/enrolment.ts';

const BuildWizard = panelLater(async () => (await import('./build-wizard.tsx')).BuildWizard);
const pathOf = (id: number) => `/insuranceMgt/collectiveInsuranceDetail?id=${id}`;

/** 集体投保: every list on its way to a policy. */
export default function CollectivePage() {
  const text = useTexts('insurance.build');
  const { openPage, search } = usePage();
  const mayBuild = useCan('ins:enrolment:add');
  const [isOpen, setOpen] = useState(search.get('build') === '1');
  return (
    <>
      <ResourcePage
        resource={insEnrolment}
        isOwn={false}
        onOpen={(row) => openPage(pathOf(row.id))}
        cells={{ docNo: (row) => <PageLink to={pathOf(row.id)}>{row.docNo}</PageLink> }}
        extra={() =>
          mayBuild && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('title')}
            </Button>
          )
        }
      />
      {isOpen && <BuildWizard onClose={() => setOpen(false)} onMade={(id) => openPage(pathOf(id))} />}
    </>
  );
}

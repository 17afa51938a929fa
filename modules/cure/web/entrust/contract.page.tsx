import { Button } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { entrustContract } from '#modules/cure/contract/entrust/contract.ts';
import { NewContract } from './new-contract.tsx';
import { SignDialog } from './sign-dialog.tsx';

/** 托管合同: what the caller entrusted or keeps, and what to do next. */
export default function ContractPage() {
  const text = useTexts('cure.entrustPage');
  const { openPage } = usePage();
  const { actions } = useSession();
  const [isNew, setNew] = useState(false);
  const [signing, setSigning] = useState<{ id: number; version: number } | null>(null);
  const open = (id: number) => openPage(`/cure/entrust/detail?id=${id}`);
  return (
    <>
      <ResourcePage
        resource={entrustContract}
        onOpen={(row) => open(row.id)}
        onTransition={(name, [row]) => {
          if (name !== 'sign' || !row) return false;
          setSigning({ id: Number(row.id), version: Number(row.version) });
          return undefined;
        }}
        cells={{ docNo: (row) => <PageLink to={`/cure/entrust/detail?id=${row.id}`}>{row.docNo}</PageLink> }}
        extra={() =>
          actions.has('cure:entrust:add') && (
            <Button type="primary" onClick={() => setNew(true)}>
              {text('new')}
            </Button>
          )
        }
      />
      {isNew && <NewContract onClose={() => setNew(false)} onSaved={open} />}
      {signing && <SignDialog contract={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

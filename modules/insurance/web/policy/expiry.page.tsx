import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type InsPolicyExpiry, insPolicyExpiry } from '#modules/insurance/contract/policy/policy.ts';
import { prepareRenewal, refuseRenewal } from '#modules/insurance/contract/policy/policy-calls.ts';

/** 保单到期预警: who is about to be without cover, and the list that renews it. */
export default function ExpiryPage() {
  const text = useTexts('insurance.policyPage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const mayBuild = useCan('ins:enrolment:add');
  const mayEdit = useCan('ins:enrolment:edit');
  const mayOpen = useCan('ins:enrolment:list');
  const [refused, setRefused] = useState<InsPolicyExpiry | null>(null);
  const prepare = async (row: InsPolicyExpiry) => {
    try {
      const made = await call(prepareRenewal, { body: { policyIds: [row.id] } });
      notify('success', text('prepared', { n: made.head, left: made.left.length }));
      void client.invalidateQueries();
      const [first] = made.enrolments;
      if (first && mayOpen) openPage(`/insuranceMgt/collectiveInsuranceDetail?id=${first.id}`);
    } catch {
      // The client has said why.
    }
  };
  return (
    <>
      <ResourcePage
        resource={insPolicyExpiry}
        isOwn={false}
        onOpen={(row) => openPage(`/insuranceMgt/policyDetail?id=${row.id}`)}
        cells={{
          docNo: (row) => <PageLink to={`/insuranceMgt/policyDetail?id=${row.id}`}>{row.docNo}</PageLink>,
        }}
        actions={(row) =>
          row.renewal === 'none'
            ? [
                ...(mayBuild ? [{ key: 'renew', label: text('renew'), run: () => void prepare(row) }] : []),
                ...(mayEdit ? [{ key: 'refuse', label: text('remind'), run: () => setRefused(row) }] : []),
              ]
            : []
        }
      />
      {refused && <RefuseDialog row={refused} onClose={() => setRefused(null)} />}
    </>
  );
}

function RefuseDialog({ row, onClose }: { readonly row: InsPolicyExpiry; onClose(): void }) {
  const text = useTexts('insurance.policyPage');
  const client = useQueryClient();
  const { busy, act } = useAct(onClose);
  const [reason, setReason] = useState('');
  return (
    <Modal
      open
      title={text('remind')}
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim().length < 2 }}
      onOk={() =>
        act(
          () => call(refuseRenewal, { body: { policyId: row.id, version: row.version, reason } }),
          () => client.invalidateQueries(),
        )
      }
      onCancel={onClose}
    >
      <Input.TextArea
        rows={3}
        maxLength={300}
        aria-label={text('reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Modal>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type BankClient, bankClient, openClient } from '#modules/bank/contract/client/client.ts';
import { useChoices } from '../site/parts.ts';

const ConsentDialog = panelLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog);
const pathOf = (id: number) => `/bank/clients/detail?id=${id}`;

/** 客户管理: a manager's own first. */
export default function ClientsPage() {
  const text = useTexts('bank.clientPage');
  const { openPage, search, setSearch } = usePage();
  const mayOpen = useCan('bank:client:edit');
  const maySign = useCan('bank:client:consent');
  const mayApply = useCan('bank:credit:apply');
  const [isOpen, setOpen] = useState(false);
  const [signed, setSigned] = useState<BankClient | null>(null);
  const mine = search.get('isMine') === 'true' ? 'mine' : 'all';
  const choose = (key: string) => {
    const next = new URLSearchParams(search);
    if (key === 'mine') next.set('isMine', 'true');
    else next.delete('isMine');
    setSearch(next, { replace: true });
  };
  return (
    <>
      <ResourcePage
        key={mine}
        resource={bankClient}
        isOwn={false}
        onOpen={(row) => openPage(pathOf(row.id))}
        above={() => (
          <Segmented
            value={mine}
            style={{ marginBlockEnd: 12 }}
            onChange={choose}
            options={[
              { value: 'all', label: text('all') },
              { value: 'mine', label: text('mine') },
            ]}
          />
        )}
        cells={{
          clientName: (row) => <PageLink to={pathOf(row.id)}>{row.clientName}</PageLink>,
          lines: (row) => <PageLink to={`/bank/credit/registration?clientId=${row.id}`}>{String(row.lines)}</PageLink>,
        }}
        actions={(row) => [
          ...(maySign ? [{ key: 'consent', label: text('renew'), run: () => setSigned(row) }] : []),
          ...(mayApply && row.hasConsent
            ? [{ key: 'apply', label: text('apply'), run: () => openPage(`/bank/credit/apply?clientId=${row.id}`) }]
            : []),
        ]}
        extra={() =>
          mayOpen && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('open')}
            </Button>
          )
        }
      />
      {isOpen && <OpenDialog onClose={() => setOpen(false)} />}
      {signed && <ConsentDialog clientId={signed.id} clientName={signed.clientName} onClose={() => setSigned(null)} />}
    </>
  );
}

interface Typed {
  readonly name: string;
  readonly number: string;
  readonly grade: 'A' | 'B' | 'C' | 'D';
}
/** By its whole name and number: a bank searches no register. */
function OpenDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('bank.clientPage');
  const client = useQueryClient();
  const grades = useChoices('client_grade');
  const { busy, act } = useAct(onClose);
  const [form] = Form.useForm<Typed>();
  const run = async () => {
    const { name, number, grade } = await form.validateFields();
    act(
      () => call(openClient, { body: { name, number, grade } }),
      (made) => {
        notify('success', text('opened', { name: made.clientName }));
        void client.invalidateQueries();
      },
    );
  };
  return (
    <Modal open title={text('open')} confirmLoading={busy} onOk={() => void run()} onCancel={onClose}>
      <p>{text('openHow')}</p>
      <Form form={form} layout="vertical" initialValues={{ grade: 'B' }}>
        <Form.Item name="name" label={text('name')} rules={[{ required: true, min: 2 }]}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="number" label={text('number')} extra={text('numberHint')} rules={[{ required: true, min: 8 }]}>
          <Input maxLength={24} />
        </Form.Item>
        <Form.Item name="grade" label={text('grade')}>
          <Select options={grades} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

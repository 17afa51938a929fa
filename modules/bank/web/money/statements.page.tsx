import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Modal, Tabs } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { creditStatement } from '#modules/bank/contract/money/credit-statement.ts';
import { makeStatements, resendStatement } from '#modules/bank/contract/money/money.ts';

const StatementDrawer = panelLater(async () => (await import('./statement-drawer.tsx')).StatementDrawer);
const tabs = {
  all: '',
  issued: 'issued',
  disputed: 'disputed',
  answered: 'confirmed,corrected',
  draft: 'draft',
} as const;

/** 信贷对账单: the bank's and the client's, each with its own steps. */
export default function StatementsPage() {
  const text = useTexts('bank.statementPage');
  const { search, setSearch } = usePage();
  const mayIssue = useCan('bank:statement:issue');
  const [isMaking, setMaking] = useState(false);
  const status = search.get('status') ?? '';
  const tab = Object.entries(tabs).find(([, one]) => one === status)?.[0] ?? 'all';
  const choose = (key: string) => {
    const next = new URLSearchParams();
    if (tabs[key as keyof typeof tabs]) next.set('status', tabs[key as keyof typeof tabs]);
    setSearch(next, { replace: true });
  };
  const resend = async (id: number) => {
    const { told } = await call(resendStatement, { body: { id } }).catch(() => ({ told: false }));
    if (told) notify('success', text('resent'));
  };
  return (
    <>
      <ResourcePage
        key={tab}
        resource={creditStatement}
        isOwn={false}
        above={() => (
          <Tabs
            activeKey={tab}
            onChange={choose}
            items={Object.keys(tabs).map((key) => ({ key, label: text(key as keyof typeof tabs) }))}
          />
        )}
        actions={(row) =>
          mayIssue && row.status === 'issued'
            ? [{ key: 'resend', label: text('resend'), run: () => void resend(row.id) }]
            : []
        }
        detail={({ id, onClose }) => <StatementDrawer key={id} id={id} onClose={onClose} />}
        extra={() => mayIssue && <Button onClick={() => setMaking(true)}>{text('make')}</Button>}
      />
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function MakeDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('bank.statementPage');
  const client = useQueryClient();
  const { busy, act } = useAct(onClose);
  const [month, setMonth] = useState(dayjs().subtract(1, 'month'));
  return (
    <Modal
      open
      title={text('make')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() =>
        act(
          () => call(makeStatements, { body: { month: month.format('YYYY-MM') } }),
          ({ made }) => {
            notify('success', text('made', { n: made }));
            void client.invalidateQueries();
          },
        )
      }
    >
      <p>{text('how')}</p>
      <DatePicker
        picker="month"
        allowClear={false}
        value={month}
        aria-label={text('month')}
        disabledDate={(day) => !day.isBefore(dayjs(), 'month')}
        onChange={(day) => day && setMonth(day)}
      />
    </Modal>
  );
}

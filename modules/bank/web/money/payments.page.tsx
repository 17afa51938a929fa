import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Flex, Tabs } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { FilesCell } from '#kit/web/cells/files.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row as AnyRow } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useRow } from '#kit/web/use-rows.ts';
import type { Condition } from '#modules/bank/contract/money/conditions.ts';
import { type CreditPayment, coreDifference, creditPayment } from '#modules/bank/contract/money/credit-payment.ts';
import { checkPayment } from '#modules/bank/contract/money/money.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { ConditionList } from './condition-list.tsx';

const CoreDialog = panelLater(async () => (await import('./core-dialog.tsx')).CoreDialog);
const tabs = {
  waiting: 'submitted',
  audited: 'audited',
  executed: 'executed,reversed',
  rejected: 'rejected',
  draft: 'draft',
  all: '',
} as const;

/** 资金审核: what waits, with what it is judged by. */
export default function PaymentsPage() {
  const text = useTexts('bank.paymentPage');
  const { openPage, search, setSearch } = usePage();
  const mayMake = useCan('bank:payment:edit');
  const mayImport = useCan('bank:payment:execute');
  const [isImporting, setImporting] = useState(false);
  const status = search.get('status') ?? '';
  const isDifferences = search.get('tab') === 'differences';
  const tab = isDifferences ? 'differences' : (Object.entries(tabs).find(([, one]) => one === status)?.[0] ?? 'all');
  const choose = (key: string) => {
    const next = new URLSearchParams();
    if (key === 'differences') next.set('tab', key);
    else if (tabs[key as keyof typeof tabs]) next.set('status', tabs[key as keyof typeof tabs]);
    setSearch(next, { replace: true });
  };
  const above = () => (
    <Tabs
      activeKey={tab}
      onChange={choose}
      items={[...Object.keys(tabs), 'differences'].map((key) => ({ key, label: text(key as keyof typeof tabs) }))}
    />
  );
  if (isDifferences)
    return (
      <ResourcePage key="differences" resource={coreDifference} isOwn={false} ownFilters={['tab']} above={above} />
    );
  return (
    <>
      <ResourcePage
        key={tab}
        resource={creditPayment}
        {...(mayMake && { onNew: () => openPage('/bank/credit/paymentEdit') })}
        above={above}
        cells={{
          creditLineId: (row) => (
            <PageLink to={`/bank/credit/detail?id=${row.creditLineId}`}>{row.creditLineIdName ?? ''}</PageLink>
          ),
          green: (row) => (row.judged > 0 ? `${row.green} / ${row.judged}` : '-'),
        }}
        actionsOf={(row, usual) => [
          ...usual.filter((one) => one.key !== 'edit'),
          ...(mayMake && row.status === 'draft'
            ? [{ key: 'edit', label: text('edit'), run: () => openPage(`/bank/credit/paymentEdit?id=${row.id}`) }]
            : []),
        ]}
        detail={({ id, onClose }) => <AuditDrawer key={id} id={id} onClose={onClose} />}
        extra={() => mayImport && <Button onClick={() => setImporting(true)}>{text('import')}</Button>}
      />
      {isImporting && <CoreDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** The conditions one by one, the proofs beside them, and the step that follows. */
function AuditDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const { data, refetch } = useRow(creditPayment, id);
  return (
    <Drawer open size={720} title={data?.docNo ?? ''} onClose={onClose}>
      {data ? <Audit data={data} onMoved={() => void refetch()} /> : <Waiting />}
    </Drawer>
  );
}
interface Judged {
  readonly conditions: readonly Condition[];
}
function Audit({ data, onMoved }: { readonly data: CreditPayment; onMoved(): void }) {
  const t = useT();
  const text = useTexts('bank.paymentPage');
  const isWaiting = data.status === 'draft' || data.status === 'submitted';
  const mayCheck = useCan('bank:payment:audit');
  const { data: now } = useQuery({
    queryKey: ['bank', 'paymentCheck', data.id, data.version],
    enabled: isWaiting && mayCheck,
    queryFn: () =>
      call(checkPayment, {
        body: {
          paymentId: data.id,
          creditLineId: data.creditLineId,
          kind: data.kind as 'disburse',
          amount: data.amount,
          payeeName: data.payeeName,
          hasProof: (data.proofFiles?.length ?? 0) > 0,
        },
        quiet: true,
      }),
  });
  const transition = useResourceTransition(creditPayment, onMoved);
  const actionsOf = useRowActions(creditPayment, {
    remove: () => {},
    transition: (name, row) => transition.ask(name, [row]),
  });
  const kept = data.checks as { audit?: Judged; submit?: Judged } | null;
  const conditions = now?.conditions ?? kept?.audit?.conditions ?? kept?.submit?.conditions ?? [];
  const label = (name: string) => t.any(`bank.creditPayment.${name}`);
  return (
    <Flex vertical gap={16}>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'kind', label: label('kind'), children: data.kindName },
          { key: 'amount', label: label('amount'), children: <strong>{moneyText(data.amount)}</strong> },
          { key: 'client', label: label('clientName'), children: <span data-record>{data.clientName}</span> },
          {
            key: 'line',
            label: label('creditLineId'),
            children: (
              <PageLink to={`/bank/credit/detail?id=${data.creditLineId}`}>{data.creditLineIdName ?? ''}</PageLink>
            ),
          },
          { key: 'loan', label: label('loanId'), children: data.loanIdName ?? '-' },
          { key: 'on', label: label('happenedOn'), children: data.happenedOn },
          {
            key: 'payee',
            label: label('payeeName'),
            children: <span data-record>{`${data.payeeName ?? '-'} ${data.payeeAccount ?? ''}`}</span>,
          },
          { key: 'ref', label: label('coreRef'), children: data.coreRef ?? '-' },
          { key: 'maker', label: label('makerName'), children: <span data-record>{data.makerName ?? '-'}</span> },
          { key: 'auditor', label: label('auditorName'), children: <span data-record>{data.auditorName ?? '-'}</span> },
          ...(now
            ? [
                {
                  key: 'ltv',
                  label: text('ltv'),
                  children: `${formatLtv(now.ltvBefore)} → ${formatLtv(now.ltvAfter)} / ${formatLtv(now.maxLtv)}`,
                },
                { key: 'left', label: text('left'), children: moneyText(now.leftCents) },
              ]
            : []),
          ...(data.surplus > 0 ? [{ key: 'surplus', label: label('surplus'), children: moneyText(data.surplus) }] : []),
          ...(data.reason ? [{ key: 'reason', label: label('reason'), children: data.reason }] : []),
        ]}
      />
      <div>
        <strong>{text('proofs')}</strong>
        <FilesCell
          field={creditPayment.fields.proofFiles}
          value={data.proofFiles ?? []}
          label={data.proofFilesName ?? null}
        />
      </div>
      <div>
        <strong>{text('conditions')}</strong>
        {conditions.length === 0 ? <p>{text('noConditions')}</p> : <ConditionList conditions={conditions} />}
      </div>
      <Flex gap={8} wrap>
        {actionsOf(data as unknown as AnyRow).map((one) => (
          <Button
            key={one.key}
            type={one.isMain ? 'primary' : 'default'}
            danger={one.danger ?? false}
            onClick={one.run}
          >
            {one.label}
          </Button>
        ))}
      </Flex>
      <TransitionDialog transition={transition} />
    </Flex>
  );
}

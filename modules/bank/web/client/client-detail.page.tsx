import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Descriptions, Empty, Flex, Popconfirm, Table, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import type { Row as AnyRow } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRow, useRows } from '#kit/web/use-rows.ts';
import { type BankClient, bankClient, consentHistory, endConsent } from '#modules/bank/contract/client/client.ts';
import { creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { useLabel } from '../site/parts.ts';
import { ProfileTab } from './profile-tab.tsx';

const ConsentDialog = panelLater(async () => (await import('./consent-dialog.tsx')).ConsentDialog);

/** 客户档案. */
export default function ClientDetailPage() {
  const text = useTexts('bank.clientPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data, error, refetch } = useRow(bankClient, id);
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return data ? <ClientFile data={data} onChanged={() => void refetch()} /> : <Waiting />;
}

function ClientFile({ data, onChanged }: { readonly data: BankClient; onChanged(): void }) {
  const t = useT();
  const joined = useJoined();
  const text = useTexts('bank.clientPage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const maySign = useCan('bank:client:consent');
  const mayEdit = useCan('bank:client:edit');
  const mayApply = useCan('bank:credit:apply');
  const scopeOf = useLabel('bank_client_consent_scope');
  const [isSigning, setSigning] = useState(false);
  const again = () => {
    onChanged();
    void client.invalidateQueries();
  };
  const { act, busy } = useAct(again);
  const transition = useResourceTransition(bankClient, again);
  const actionsOf = useRowActions(bankClient, {
    remove: () => {},
    transition: (name, row) => transition.ask(name, [row]),
  });
  const label = (name: string) => t.any(`bank.bankClient.${name}`);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {data.clientName}
            </Typography.Title>
            <Tag color={data.status === 'active' ? 'green' : data.status === 'blocked' ? 'red' : 'orange'}>
              {data.statusName}
            </Tag>
            <Tag>{data.gradeName}</Tag>
            <Tag color={data.hasConsent ? 'blue' : 'default'}>
              {data.hasConsent ? text('consentTo', { date: data.consentTo ?? '' }) : text('noConsent')}
            </Tag>
          </Flex>
          <Flex gap={8} wrap>
            {maySign && <Button onClick={() => setSigning(true)}>{text('renew')}</Button>}
            {maySign && !mayEdit && data.hasConsent && (
              <Popconfirm
                title={text('endSure')}
                onConfirm={() => act(() => call(endConsent, { body: { clientId: data.id } }))}
              >
                <Button danger loading={busy}>
                  {text('end')}
                </Button>
              </Popconfirm>
            )}
            {mayApply && data.hasConsent && (
              <Button type="primary" onClick={() => openPage(`/bank/credit/apply?clientId=${data.id}`)}>
                {text('apply')}
              </Button>
            )}
            {actionsOf(data as unknown as AnyRow).map((one) => (
              <Button key={one.key} danger={one.danger ?? false} onClick={one.run}>
                {one.label}
              </Button>
            ))}
          </Flex>
        </Flex>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          style={{ marginBlockStart: 12 }}
          items={[
            { key: 'no', label: label('clientNo'), children: <span data-record>{data.clientNo}</span> },
            { key: 'type', label: label('clientType'), children: data.clientTypeName },
            { key: 'region', label: t('label.regionCode'), children: data.regionCodeName },
            {
              key: 'manager',
              label: label('managerName'),
              children: <span data-record>{data.managerName ?? '-'}</span>,
            },
            {
              key: 'outstanding',
              label: label('outstanding'),
              children: <strong>{moneyText(data.outstanding)}</strong>,
            },
            { key: 'value', label: label('value'), children: moneyText(data.value) },
            { key: 'ltv', label: label('ltv'), children: formatLtv(data.outstanding > 0 ? data.ltv : 0) },
            { key: 'heads', label: label('heads'), children: data.heads },
            {
              key: 'alarms',
              label: label('openAlarms'),
              children: (
                <PageLink to={`/bank/alarms?principalId=${data.principalId}`}>{String(data.openAlarms)}</PageLink>
              ),
            },
            { key: 'scope', label: label('consentScope'), children: joined(data.consentScope.map(scopeOf)) || '-' },
          ]}
        />
      </Card>
      <Tabs
        items={[
          { key: 'profile', label: text('tabProfile'), children: <ProfileTab clientId={data.id} /> },
          { key: 'lines', label: text('tabLines'), children: <LinesTab clientId={data.id} /> },
          { key: 'consents', label: text('tabConsents'), children: <ConsentsTab clientId={data.id} /> },
          { key: 'history', label: text('tabHistory'), children: <HistoryView resource={bankClient} id={data.id} /> },
        ]}
      />
      <TransitionDialog transition={transition} />
      {isSigning && (
        <ConsentDialog
          clientId={data.id}
          clientName={data.clientName}
          onClose={() => setSigning(false)}
          onSigned={again}
        />
      )}
    </Flex>
  );
}

function LinesTab({ clientId }: { readonly clientId: number }) {
  const t = useT();
  const { data } = useRows(creditLine, { clientId: String(clientId) });
  const label = (name: string) => t.any(`bank.creditLine.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={false}
      columns={[
        {
          key: 'no',
          title: label('docNo'),
          render: (_, row) => <PageLink to={`/bank/credit/detail?id=${row.id}`}>{row.docNo}</PageLink>,
        },
        { key: 'product', title: label('productId'), render: (_, row) => row.productIdName },
        {
          key: 'approved',
          title: label('approvedAmount'),
          align: 'end',
          render: (_, row) => (row.approvedAmount === null ? '-' : moneyText(row.approvedAmount)),
        },
        { key: 'balance', title: label('balance'), align: 'end', render: (_, row) => moneyText(row.balance) },
        { key: 'to', title: label('validTo'), render: (_, row) => row.validTo ?? '-' },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

/** What was signed and taken back, newest first. */
function ConsentsTab({ clientId }: { readonly clientId: number }) {
  const text = useTexts('bank.clientPage');
  const joined = useJoined();
  const scopeOf = useLabel('bank_client_consent_scope');
  const { data } = useQuery({
    queryKey: ['bank', 'consents', clientId],
    queryFn: () => call(consentHistory, { params: { id: clientId }, quiet: true }),
  });
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data ?? []}
      scroll={{ x: 640 }}
      pagination={false}
      columns={[
        { key: 'at', title: text('at'), render: (_, one) => wallTime(one.at) },
        { key: 'act', title: text('act'), render: (_, one) => text(one.act === 'given' ? 'given' : 'withdrawn') },
        { key: 'scope', title: text('scope'), render: (_, one) => joined(one.scope.map(scopeOf)) },
        { key: 'from', title: text('term'), render: (_, one) => `${one.from} – ${one.to}` },
      ]}
    />
  );
}

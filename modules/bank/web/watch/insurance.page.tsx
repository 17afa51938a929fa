import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Input, Segmented, Statistic, Table } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import {
  askRenewal,
  coverByPolicy,
  type PolicyRow,
  pledgeClaim,
  pledgeCover,
} from '#modules/bank/contract/watch/cover.ts';

const tabs = ['animals', 'policies', 'claims'] as const;
type Tab = (typeof tabs)[number];

/** 抵押保险: covers by animal and by policy, and what insurers paid. */
export default function InsurancePage() {
  const text = useTexts('bank.insurancePage');
  const { search, setSearch } = usePage();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'animals';
  const [words, setWords] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank.coverByPolicy', words],
    queryFn: () => call(coverByPolicy, { query: words ? { words } : {}, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Flex vertical gap={12}>
      {data && (
        <Flex gap={32} wrap>
          <Statistic title={text('covered')} value={data.covered} suffix={`/ ${data.items}`} />
          <Statistic title={text('uncovered')} value={moneyText(data.uncoveredCents)} />
          <Statistic title={text('openClaims')} value={data.openClaims} />
          <Statistic title={text('received')} value={moneyText(data.receivedCents)} />
        </Flex>
      )}
      <div>
        <Segmented
          value={tab}
          onChange={(next) => setSearch(new URLSearchParams({ tab: next }))}
          options={tabs.map((value) => ({ value, label: text(value) }))}
        />
      </div>
      {tab === 'animals' && <ByAnimal />}
      {tab === 'claims' && <ResourcePage resource={pledgeClaim} isOwn={false} />}
      {tab === 'policies' &&
        (data ? (
          <>
            <Input.Search allowClear placeholder={text('find')} onSearch={setWords} style={{ maxInlineSize: 320 }} />
            <Policies rows={data.rows} />
          </>
        ) : (
          <Waiting />
        ))}
    </Flex>
  );
}

function ByAnimal() {
  const text = useTexts('bank.insurancePage');
  const { actions } = useSession();
  const { busy, act } = useAct(() => {});
  return (
    <ResourcePage
      resource={pledgeCover}
      isOwn={false}
      cells={{
        coverPolicyNo: (row) =>
          row.coverPolicyNo && actions.has('ins:warranty:search') ? (
            <PageLink to={`/insuranceMgt/warrantySearch?name=${row.coverPolicyNo}`}>{row.coverPolicyNo}</PageLink>
          ) : undefined,
      }}
      batch={(list) =>
        actions.has('bank:pledge:edit') && (
          <Button
            loading={busy}
            onClick={() =>
              void act(
                () => call(askRenewal, { body: { itemIds: list.selected.map((one) => one.id) } }),
                () => list.select([]),
              )
            }
          >
            {text('askRenewal')} {list.selected.length}
          </Button>
        )
      }
    />
  );
}

function Policies({ rows }: { readonly rows: readonly PolicyRow[] }) {
  const text = useTexts('bank.insurancePage');
  const { setSearch } = usePage();
  const open = ({ policyNo }: PolicyRow) =>
    setSearch(
      new URLSearchParams({
        tab: 'animals' satisfies Tab,
        ...(policyNo ? { coverPolicyNo: policyNo } : { isCovered: 'false' }),
      }),
    );
  const sum = (name: 'sumInsuredCents' | 'valueCents' | 'paidCents') => ({
    key: name,
    title: text(name),
    align: 'right' as const,
    render: (_: unknown, row: PolicyRow) => moneyText(row[name]),
  });
  return (
    <Table<PolicyRow>
      size="small"
      rowKey={(row) => `${row.client} ${row.policyNo}`}
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 50, hideOnSinglePage: true }}
      columns={[
        { key: 'client', title: text('client'), render: (_, row) => <span data-record>{row.client}</span> },
        {
          key: 'policyNo',
          title: text('policyNo'),
          render: (_, row) => (
            <Button type="link" size="small" onClick={() => open(row)}>
              {row.policyNo ?? text('noPolicy')}
            </Button>
          ),
        },
        { key: 'items', title: text('items'), align: 'right', render: (_, row) => `${row.covered} / ${row.items}` },
        { key: 'until', title: text('until'), render: (_, row) => row.until ?? '-' },
        { key: 'beneficiaries', title: text('beneficiaries'), dataIndex: 'beneficiaries', align: 'right' },
        sum('sumInsuredCents'),
        sum('valueCents'),
        { key: 'openClaims', title: text('openClaims'), dataIndex: 'openClaims', align: 'right' },
        sum('paidCents'),
      ]}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Flex, Table, Tag } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { insDisposalLink, insSettlement } from '#modules/insurance/contract/payout/payout.ts';

interface Props {
  readonly claimId: number;
}
/** Proofs that nobody ate of it, with who may say so. */
export function ProofTable({ claimId }: Props) {
  const may = useCan('ins:disposal:link');
  return may ? <Proofs claimId={claimId} /> : <Empty />;
}
function Proofs({ claimId }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { data } = useRows(insDisposalLink, { claimId: String(claimId) }, 1, 200);
  const transition = useResourceTransition(insDisposalLink, () => void client.invalidateQueries());
  const label = (name: string) => t.any(`insurance.insDisposalLink.${name}`);
  return (
    <>
      <Table
        size="small"
        rowKey="id"
        loading={!data}
        dataSource={data?.rows ?? []}
        scroll={{ x: 720 }}
        pagination={false}
        columns={[
          { key: 'tag', title: label('earTag'), render: (_, row) => <span data-record>{row.earTag}</span> },
          { key: 'source', title: label('source'), render: (_, row) => row.sourceName },
          {
            key: 'cert',
            title: label('certNo'),
            render: (_, row) => <span data-record>{row.certNo ?? row.exemptReasonName ?? '-'}</span>,
          },
          { key: 'on', title: label('disposedOn'), render: (_, row) => row.disposedOn ?? '-' },
          { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
          {
            key: 'do',
            title: '',
            render: (_, row) => (
              <Flex gap={4}>
                {row._can
                  .filter((name: string) => name in (insDisposalLink.transitions ?? {}))
                  .map((name: string) => (
                    <Button
                      key={name}
                      size="small"
                      type="link"
                      onClick={() => transition.ask(name as 'verify', [row as never])}
                    >
                      {label(`_${name}`)}
                    </Button>
                  ))}
              </Flex>
            ),
          },
        ]}
      />
      {transition.asked && <TransitionDialog transition={transition} />}
    </>
  );
}
export function SettlementTable({ claimId }: Props) {
  const may = useCan('ins:settlement:list');
  return may ? <Settlements claimId={claimId} /> : <Empty />;
}
function Settlements({ claimId }: Props) {
  const t = useT();
  const { data } = useRows(insSettlement, { claimId: String(claimId) }, 1, 50);
  const label = (name: string) => t.any(`insurance.insSettlement.${name}`);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={false}
      columns={[
        { key: 'no', title: label('docNo'), render: (_, row) => <span data-record>{row.docNo}</span> },
        { key: 'payee', title: label('payeeName'), render: (_, row) => <span data-record>{row.payeeName}</span> },
        {
          key: 'account',
          title: label('accountMask'),
          render: (_, row) => <span data-record>{row.accountMask ?? '-'}</span>,
        },
        { key: 'amount', title: label('amount'), align: 'end', render: (_, row) => moneyText(row.amount) },
        { key: 'paid', title: label('paidAt'), render: (_, row) => (row.paidAt ? wallTime(row.paidAt) : '-') },
        {
          key: 'status',
          title: t('label.status'),
          render: (_, row) => <Tag>{[row.statusName, row.failText].filter(Boolean).join(' · ')}</Tag>,
        },
      ]}
    />
  );
}

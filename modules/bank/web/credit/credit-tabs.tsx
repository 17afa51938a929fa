import { Table, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { creditPayment } from '#modules/bank/contract/money/credit-payment.ts';
import { creditStatement } from '#modules/bank/contract/money/credit-statement.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';

interface Props {
  readonly id: number;
}
const small = { size: 'small', rowKey: 'id', scroll: { x: 720 } } as const;
const pages = { pageSize: 20, hideOnSinglePage: true, showSizeChanger: false } as const;

export function PaymentsTab({ id }: Props) {
  const t = useT();
  const { data } = useRows(creditPayment, { creditLineId: String(id) }, 1, 200);
  const label = (name: string) => t.any(`bank.creditPayment.${name}`);
  return (
    <Table
      {...small}
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={pages}
      columns={[
        {
          key: 'no',
          title: label('docNo'),
          render: (_, row) => <PageLink to={`/bank/credit/paymentAudit?docNo=${row.docNo}`}>{row.docNo}</PageLink>,
        },
        { key: 'kind', title: label('kind'), render: (_, row) => row.kindName },
        { key: 'amount', title: label('amount'), align: 'end', render: (_, row) => moneyText(row.amount) },
        { key: 'on', title: label('happenedOn'), render: (_, row) => row.happenedOn },
        { key: 'ref', title: label('coreRef'), render: (_, row) => row.coreRef ?? '-' },
        {
          key: 'green',
          title: label('green'),
          render: (_, row) => (row.judged > 0 ? `${row.green} / ${row.judged}` : '-'),
        },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

export function StatementsTab({ id }: Props) {
  const t = useT();
  const { data } = useRows(creditStatement, { creditLineId: String(id) }, 1, 60);
  const label = (name: string) => t.any(`bank.creditStatement.${name}`);
  return (
    <Table
      {...small}
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={pages}
      columns={[
        {
          key: 'month',
          title: label('month'),
          render: (_, row) => <PageLink to={`/bank/credit/statement?docNo=${row.docNo}`}>{row.month}</PageLink>,
        },
        { key: 'opening', title: label('opening'), align: 'end', render: (_, row) => moneyText(row.opening) },
        { key: 'disbursed', title: label('disbursed'), align: 'end', render: (_, row) => moneyText(row.disbursed) },
        { key: 'repaid', title: label('repaid'), align: 'end', render: (_, row) => moneyText(row.repaid) },
        { key: 'closing', title: label('closing'), align: 'end', render: (_, row) => moneyText(row.closing) },
        { key: 'heads', title: label('heads'), align: 'end', dataIndex: 'heads' },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

export function PledgesTab({ id }: Props) {
  const t = useT();
  const { data } = useRows(pledge, { creditLineId: String(id) });
  const label = (name: string) => t.any(`bank.pledge.${name}`);
  return (
    <Table
      {...small}
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={false}
      columns={[
        {
          key: 'no',
          title: label('docNo'),
          render: (_, row) => <PageLink to={`/bank/pledge/detail?id=${row.id}`}>{row.docNo}</PageLink>,
        },
        { key: 'heads', title: label('heads'), align: 'end', dataIndex: 'heads' },
        { key: 'registry', title: label('registryNo'), render: (_, row) => row.registryNo ?? '-' },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

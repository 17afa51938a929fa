import { Button, Flex, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row as AnyRow } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { useRows } from '#kit/web/use-rows.ts';
import type { CreditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { loan } from '#modules/bank/contract/credit/loan.ts';

const FormDrawer = panelLater(async () => (await import('#kit/web/resource/form-drawer.tsx')).FormDrawer);

/** Loans as the core system numbers them; a new one is entered here before money is paid out on it. */
export function LoansTab({ line }: { readonly line: CreditLine }) {
  const t = useT();
  const text = useTexts('bank.creditPage');
  const mayEdit = useCan('bank:credit:edit');
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const { data, refetch } = useRows(loan, { creditLineId: String(line.id) });
  const transition = useResourceTransition(loan, () => void refetch());
  const actionsOf = useRowActions(loan, {
    remove: () => {},
    transition: (name, row) => transition.ask(name, [row]),
    edit: (row) => setEdited(row.id),
  });
  const label = (name: string) => t.any(`bank.loan.${name}`);
  const mayAdd = mayEdit && ['approved', 'effective'].includes(line.status);
  return (
    <Flex vertical gap={8}>
      {mayAdd && (
        <Button style={{ alignSelf: 'start' }} onClick={() => setEdited('new')}>
          {text('newLoan')}
        </Button>
      )}
      <Table
        size="small"
        rowKey="id"
        scroll={{ x: 860 }}
        loading={!data}
        dataSource={data?.rows ?? []}
        pagination={false}
        columns={[
          { key: 'no', title: label('loanNo'), render: (_, row) => <span data-record>{row.loanNo}</span> },
          { key: 'amount', title: label('amount'), align: 'end', render: (_, row) => moneyText(row.amount) },
          {
            key: 'balance',
            title: label('balance'),
            align: 'end',
            render: (_, row) => <strong>{moneyText(row.balance)}</strong>,
          },
          {
            key: 'interest',
            title: label('interestDue'),
            align: 'end',
            render: (_, row) => moneyText(row.interestDue),
          },
          {
            key: 'estimate',
            title: label('interestEstimate'),
            align: 'end',
            render: (_, row) => moneyText(row.interestEstimate),
          },
          { key: 'due', title: label('dueOn'), render: (_, row) => row.dueOn },
          { key: 'class', title: label('loanClass'), render: (_, row) => row.loanClassName },
          {
            key: 'status',
            title: t('label.status'),
            render: (_, row) => <Tag color={row.status === 'overdue' ? 'red' : 'default'}>{row.statusName}</Tag>,
          },
          {
            key: 'actions',
            title: '',
            render: (_, row) => <ActionButtons isNarrow={false} actions={actionsOf(row as unknown as AnyRow)} />,
          },
        ]}
      />
      <TransitionDialog transition={transition} />
      {edited !== null && (
        <FormDrawer
          resource={loan}
          {...(edited === 'new' ? { initial: { creditLineId: line.id, rate: line.rate } } : { id: edited })}
          onClose={() => setEdited(null)}
          onSaved={() => void refetch()}
        />
      )}
    </Flex>
  );
}

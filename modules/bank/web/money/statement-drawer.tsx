import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Flex, Table, Tabs } from 'antd';
import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row as AnyRow } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRow } from '#kit/web/use-rows.ts';
import { creditStatement } from '#modules/bank/contract/money/credit-statement.ts';
import { statementPaper, statementSheet } from '#modules/bank/contract/money/money.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { useLabel } from '../site/parts.ts';

type Sheet = z.output<typeof statementSheet.data>;

/** The sheet, whether it still comes to the same, and what it said before it was corrected. */
export function StatementDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const text = useTexts('bank.statementPage');
  const { data: row, refetch } = useRow(creditStatement, id);
  const { data, refetch: again } = useQuery({
    queryKey: ['bank', 'statementSheet', id, row?.version],
    queryFn: () => call(statementSheet, { params: { id }, quiet: true }),
  });
  const moved = () => {
    void refetch();
    void again();
  };
  const { act, busy } = useAct(() => {});
  const print = (first: boolean) =>
    act(
      () => call(statementPaper, { body: { id, first } }),
      async ({ fileId }) => {
        const link = await filePort.current?.link(fileId);
        if (link) window.open(link, '_blank', 'noopener');
      },
    );
  const transition = useResourceTransition(creditStatement, moved);
  const actionsOf = useRowActions(creditStatement, {
    remove: () => {},
    transition: (name, one) => transition.ask(name, [one]),
  });
  return (
    <Drawer open size={760} title={data ? `${data.docNo} · ${data.month}` : ''} onClose={onClose}>
      {!data || !row ? (
        <Waiting />
      ) : (
        <Flex vertical gap={12}>
          <Alert type={data.equal ? 'success' : 'warning'} showIcon title={text(data.equal ? 'equal' : 'differs')} />
          {row.disputeText && <Alert type="warning" title={text('dispute')} description={row.disputeText} />}
          {row.explanation && <Alert type="info" title={text('explanation')} description={row.explanation} />}
          <Tabs
            items={[
              { key: 'now', label: text('now'), children: <Figures id={id} sheet={data} shown={data} /> },
              ...(data.before
                ? [
                    {
                      key: 'before',
                      label: text('before'),
                      children: <Figures id={id} sheet={data} shown={data.before} />,
                    },
                  ]
                : []),
              ...(data.equal
                ? []
                : [{ key: 'again', label: text('again'), children: <Numbers figures={data.recomputed} /> }]),
            ]}
          />
          <Flex gap={8} wrap>
            {actionsOf(row as unknown as AnyRow).map((one) => (
              <Button
                key={one.key}
                type={one.isMain ? 'primary' : 'default'}
                danger={one.danger ?? false}
                onClick={one.run}
              >
                {one.label}
              </Button>
            ))}
            <Button loading={busy} onClick={() => print(false)}>
              {text('print')}
            </Button>
            {data.before && (
              <Button loading={busy} onClick={() => print(true)}>
                {text('printBefore')}
              </Button>
            )}
          </Flex>
          <TransitionDialog transition={transition} />
        </Flex>
      )}
    </Drawer>
  );
}

function Numbers({ figures, id }: { readonly figures: Sheet['figures']; readonly id?: number }) {
  const t = useT();
  const label = (name: string) => t.any(`bank.creditStatement.${name}`);
  const closing = <strong>{moneyText(figures.closing)}</strong>;
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        { key: 'opening', label: label('opening'), children: moneyText(figures.opening) },
        { key: 'disbursed', label: label('disbursed'), children: moneyText(figures.disbursed) },
        { key: 'repaid', label: label('repaid'), children: moneyText(figures.repaid) },
        { key: 'interest', label: label('interestPaid'), children: moneyText(figures.interestPaid) },
        {
          key: 'closing',
          label: label('closing'),
          children:
            id === undefined ? (
              closing
            ) : (
              <SumButton entity="bank.creditStatement" id={id}>
                {closing}
              </SumButton>
            ),
        },
        { key: 'heads', label: label('heads'), children: figures.heads },
        { key: 'book', label: label('bookValue'), children: moneyText(figures.bookValue) },
        { key: 'eligible', label: label('eligibleValue'), children: moneyText(figures.eligibleValue) },
        { key: 'ltv', label: label('ltv'), children: formatLtv(figures.closing > 0 ? figures.ltv : 0) },
        { key: 'dead', label: label('dead'), children: figures.dead },
        { key: 'released', label: label('released'), children: figures.released },
        { key: 'swapped', label: label('swapped'), children: figures.swapped },
      ]}
    />
  );
}

function Figures({
  id,
  sheet,
  shown,
}: {
  readonly id: number;
  readonly sheet: Sheet;
  readonly shown: Pick<Sheet, 'figures' | 'payments' | 'hash'>;
}) {
  const t = useT();
  const kindOf = useLabel('payment_kind');
  const label = (name: string) => t.any(`bank.creditPayment.${name}`);
  return (
    <Flex vertical gap={12}>
      <span data-record>{`${sheet.clientName} · ${sheet.bankName} · ${sheet.lineNo}`}</span>
      <Numbers figures={shown.figures} {...(shown.hash === sheet.hash && { id })} />
      <Table
        size="small"
        rowKey="docNo"
        dataSource={shown.payments}
        pagination={false}
        scroll={{ x: 520 }}
        columns={[
          { key: 'on', title: label('happenedOn'), dataIndex: 'on' },
          { key: 'no', title: label('docNo'), dataIndex: 'docNo' },
          { key: 'kind', title: label('kind'), render: (_, one) => kindOf(one.kind) },
          { key: 'ref', title: label('coreRef'), render: (_, one) => one.coreRef ?? '-' },
          { key: 'amount', title: label('amount'), align: 'end', render: (_, one) => moneyText(one.cents) },
        ]}
      />
    </Flex>
  );
}

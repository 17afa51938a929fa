import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Col, Descriptions, Empty, Flex, Row, Steps, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
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
import { useRow } from '#kit/web/use-rows.ts';
import { type CreditLine, creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { ConditionList } from '../money/condition-list.tsx';
import { PaymentsTab, PledgesTab, StatementsTab } from './credit-tabs.tsx';
import { LoansTab } from './loans-tab.tsx';
import { SurveyTab } from './survey-tab.tsx';
import { useFile } from './use-file.ts';
import { ValueChart } from './value-chart.tsx';

const CoverSheet = panelLater(async () => (await import('./cover-sheet.tsx')).CoverSheet);
const order = ['draft', 'submitted', 'surveyed', 'reviewing', 'approved', 'effective', 'settled', 'closed'] as const;

/** 授信档案: from the application to the closing of the file. */
export default function CreditDetailPage() {
  const text = useTexts('bank.creditPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data, error, refetch } = useRow(creditLine, id);
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return data ? <CreditFile data={data} onChanged={() => void refetch()} /> : <Waiting />;
}

function CreditFile({ data, onChanged }: { readonly data: CreditLine; onChanged(): void }) {
  const text = useTexts('bank.creditPage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const mayApply = useCan('bank:credit:apply');
  const mayPay = useCan('bank:payment:edit');
  const mayDeclare = useCan('bank:pledge:declare');
  const [isPrinting, setPrinting] = useState(false);
  const again = () => {
    onChanged();
    void client.invalidateQueries();
  };
  const { data: file } = useFile(data.id);
  const transition = useResourceTransition(creditLine, again);
  const actionsOf = useRowActions(creditLine, {
    remove: () => {},
    transition: (name, row) => transition.ask(name, [row]),
  });
  const isOpen = ['effective', 'frozen', 'overdue'].includes(data.status);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {data.docNo}
            </Typography.Title>
            <Tag color={data.status === 'effective' ? 'green' : data.status === 'overdue' ? 'red' : 'blue'}>
              {data.statusName}
            </Tag>
            <PageLink to={`/bank/clients/detail?id=${data.clientId}`}>{data.clientIdName ?? ''}</PageLink>
            <span data-record>{data.productIdName}</span>
          </Flex>
          <Flex gap={8} wrap>
            {mayPay && isOpen && (
              <Button type="primary" onClick={() => openPage(`/bank/credit/paymentEdit?creditLineId=${data.id}`)}>
                {text('pay')}
              </Button>
            )}
            {mayDeclare && ['submitted', 'surveyed', 'reviewing', 'approved'].includes(data.status) && (
              <Button onClick={() => openPage(`/bank/pledge/build?creditLineId=${data.id}`)}>{text('build')}</Button>
            )}
            {actionsOf(data as unknown as AnyRow)
              .filter((one) => one.key !== 'edit')
              .map((one) => (
                <Button key={one.key} danger={one.danger ?? false} onClick={one.run}>
                  {one.label}
                </Button>
              ))}
            {mayApply && data.status === 'draft' && (
              <Button onClick={() => openPage(`/bank/credit/apply?id=${data.id}`)}>{text('edit')}</Button>
            )}
            <Button onClick={() => setPrinting(true)}>{text('print')}</Button>
          </Flex>
        </Flex>
        <Way data={data} steps={file?.steps ?? []} />
      </Card>
      {data.clientText && <Alert type="warning" showIcon title={data.clientText} />}
      {data.dischargeDueOn && data.status === 'settled' && (
        <Alert type="info" showIcon title={text('dischargeDue', { date: data.dischargeDueOn })} />
      )}
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={16}>
          <Facts data={data} estimate={file?.interestEstimateCents ?? 0} />
          {isOpen && <ValueChart id={data.id} />}
        </Col>
        <Col xs={24} lg={8}>
          <Card size="small" title={text('conditions')}>
            {file ? <ConditionList conditions={file.conditions} /> : <Waiting />}
          </Card>
        </Col>
      </Row>
      <Tabs
        items={[
          { key: 'survey', label: text('tabSurvey'), children: <SurveyTab data={data} /> },
          {
            key: 'pledges',
            label: text('tabPledges', { n: file?.counts.pledges ?? 0 }),
            children: <PledgesTab id={data.id} />,
          },
          {
            key: 'loans',
            label: text('tabLoans', { n: file?.counts.loans ?? 0 }),
            children: <LoansTab line={data} />,
          },
          {
            key: 'payments',
            label: text('tabPayments', { n: file?.counts.payments ?? 0 }),
            children: <PaymentsTab id={data.id} />,
          },
          {
            key: 'statements',
            label: text('tabStatements', { n: file?.counts.statements ?? 0 }),
            children: <StatementsTab id={data.id} />,
          },
          { key: 'more', label: text('tabMore'), children: <More data={data} counts={file?.counts ?? {}} /> },
          { key: 'history', label: text('tabHistory'), children: <HistoryView resource={creditLine} id={data.id} /> },
        ]}
      />
      <TransitionDialog transition={transition} />
      {isPrinting && <CoverSheet data={data} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}

interface Step {
  readonly name: string;
  readonly to: string;
  readonly at: string;
  readonly by: string | null;
}
/** The way it went, with who took each step and when. */
function Way({ data, steps }: { readonly data: CreditLine; readonly steps: readonly Step[] }) {
  const t = useT();
  const label = (state: string) => t.any(`bank.creditPage.way_${state}`);
  const isBeside = !(order as readonly string[]).includes(data.status);
  const reached = isBeside
    ? data.status === 'frozen' || data.status === 'overdue'
      ? 5
      : 0
    : order.indexOf(data.status as never);
  return (
    <Steps
      size="small"
      current={reached}
      {...(isBeside && { status: 'error' as const })}
      style={{ marginBlockStart: 16 }}
      items={order.map((state) => {
        const step = steps.findLast((one) => one.to === state);
        return {
          title: label(state),
          content: step && <span data-record>{`${wallTime(step.at)} ${step.by ?? ''}`}</span>,
        };
      })}
    />
  );
}

function Facts({ data, estimate }: { readonly data: CreditLine; readonly estimate: number }) {
  const t = useT();
  const text = useTexts('bank.creditPage');
  const label = (name: string) => t.any(`bank.creditLine.${name}`);
  const money = (cents: number | null) => (cents === null ? '-' : moneyText(cents));
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 2, lg: 3 }}
      items={[
        {
          key: 'applied',
          label: label('appliedAmount'),
          children: `${money(data.appliedAmount)} · ${data.appliedMonths}`,
        },
        { key: 'purpose', label: label('purpose'), children: data.purposeName },
        { key: 'offered', label: label('offered'), children: data.offered },
        {
          key: 'computed',
          label: label('computedLimit'),
          children:
            data.computedLimit === null ? (
              '-'
            ) : (
              <SumButton entity="bank.creditLine" id={data.id}>
                {moneyText(data.computedLimit)}
              </SumButton>
            ),
        },
        { key: 'proposed', label: label('proposedAmount'), children: money(data.proposedAmount) },
        { key: 'approved', label: label('approvedAmount'), children: <strong>{money(data.approvedAmount)}</strong> },
        { key: 'rate', label: label('rate'), children: data.rate === null ? '-' : `${data.rate} %` },
        { key: 'valid', label: label('validTo'), children: data.validTo ? `${data.validFrom} – ${data.validTo}` : '-' },
        { key: 'used', label: label('left'), children: `${money(data.left)} / ${money(data.approvedAmount)}` },
        { key: 'balance', label: label('balance'), children: <strong>{money(data.balance)}</strong> },
        {
          key: 'interest',
          label: label('overdueInterest'),
          children: `${money(data.overdueInterest)}${estimate > 0 ? ` (${text('estimate', { amount: moneyText(estimate) })})` : ''}`,
        },
        { key: 'ltv', label: label('ltv'), children: formatLtv(data.balance > 0 ? data.ltv : 0) },
        { key: 'contract', label: label('contractNo'), children: data.contractNo ?? '-' },
        { key: 'manager', label: label('managerName'), children: <span data-record>{data.managerName ?? '-'}</span> },
        { key: 'conditions', label: label('conditions'), children: data.conditions ?? '-' },
        ...(data.bankNote ? [{ key: 'note', label: label('bankNote'), children: data.bankNote }] : []),
      ]}
    />
  );
}

/** What other pages keep of this line, each with how much there is. */
function More({ data, counts }: { readonly data: CreditLine; readonly counts: Readonly<Record<string, number>> }) {
  const text = useTexts('bank.creditPage');
  const mayOpen = useMayOpen();
  const links = (
    [
      ['animals', `/bank/animals?creditLineId=${data.id}`, counts.items],
      ['changes', `/bank/pledge/change?creditLineId=${data.id}`, counts.changes],
      ['margins', `/bank/credit/marginNotice?creditLineId=${data.id}`, counts.marginNotices],
      ['disposals', `/bank/disposal?creditLineId=${data.id}`, counts.disposals],
      ['insurance', `/bank/insurance?principalId=${data.principalId}`, undefined],
      ['alarms', `/bank/alarms?principalId=${data.principalId}`, undefined],
    ] as const
  ).filter(([, to]) => mayOpen(to));
  return (
    <Flex gap={12} wrap>
      {links.map(([name, to, n]) => (
        <Card key={name} size="small">
          <PageLink to={to}>{n === undefined ? text(name) : `${text(name)} ${n}`}</PageLink>
        </Card>
      ))}
    </Flex>
  );
}

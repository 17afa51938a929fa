import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Col, DatePicker, Flex, Form, Input, InputNumber, Radio, Row, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { useRow, useRows } from '#kit/web/use-rows.ts';
import { creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { loan } from '#modules/bank/contract/credit/loan.ts';
import { type CreditPayment, creditPayment, isOutgoing } from '#modules/bank/contract/money/credit-payment.ts';
import { checkPayment } from '#modules/bank/contract/money/money.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { useChoices } from '../site/parts.ts';
import { ConditionList } from './condition-list.tsx';

interface Typed {
  kind: string;
  creditLineId: number | null;
  loanId: number | null;
  amount: number | null;
  on: Dayjs;
  payeeName: string;
  payeeAccount: string;
  proofs: number[];
}

/** 资金单: the kind first, then what it does to the limit and the ratio while it is typed. */
export default function PaymentEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data } = useRow(creditPayment, id);
  if (id > 0 && !data) return <Waiting />;
  return <PaymentForm key={id} row={data ?? null} lineId={Number(search.get('creditLineId')) || null} />;
}

function PaymentForm({ row, lineId }: { readonly row: CreditPayment | null; readonly lineId: number | null }) {
  const t = useT();
  const text = useTexts('bank.paymentEdit');
  const client = useQueryClient();
  const { openPage } = usePage();
  const kinds = useChoices('payment_kind');
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState<Typed>({
    kind: row?.kind ?? 'disburse',
    creditLineId: row?.creditLineId ?? lineId,
    loanId: row?.loanId ?? null,
    amount: row?.amount ?? null,
    on: dayjs(row?.happenedOn),
    payeeName: row?.payeeName ?? '',
    payeeAccount: row?.payeeAccount ?? '',
    proofs: row?.proofFiles ?? [],
  });
  const [shown, setShown] = useDebounced(typed, 400);
  const change = (more: Partial<Typed>) => {
    const next = { ...typed, ...more };
    setTyped(next);
    setShown(next);
  };
  const lines = useRows(creditLine, { status: 'effective,frozen,overdue' }, 1, 200).data?.rows ?? [];
  const loans = useRows(loan, { creditLineId: String(typed.creditLineId ?? 0) }, 1, 100).data?.rows ?? [];
  const { data: verdict } = useQuery({
    queryKey: [
      'bank',
      'paymentCheck',
      shown.creditLineId,
      shown.kind,
      shown.amount,
      shown.payeeName,
      shown.proofs.length,
    ],
    enabled: shown.creditLineId !== null,
    queryFn: () =>
      call(checkPayment, {
        body: {
          creditLineId: shown.creditLineId ?? 0,
          kind: shown.kind as 'disburse',
          amount: shown.amount ?? 0,
          payeeName: shown.payeeName || null,
          hasProof: shown.proofs.length > 0,
        },
        quiet: true,
      }),
  });
  const out = isOutgoing(typed.kind);
  const isReady =
    typed.creditLineId !== null &&
    typed.amount !== null &&
    typed.amount > 0 &&
    typed.proofs.length > 0 &&
    (!out || typed.loanId !== null);
  const save = async (submit: boolean) => {
    setBusy(true);
    try {
      const body = {
        kind: typed.kind,
        loanId: typed.loanId,
        amount: typed.amount,
        happenedOn: typed.on.format('YYYY-MM-DD'),
        payeeName: typed.payeeName || null,
        payeeAccount: typed.payeeAccount || null,
        proofFiles: typed.proofs,
      };
      const saved = (await (row
        ? call(callOf(creditPayment, 'edit'), { body: { id: row.id, version: row.version, ...body } } as never)
        : call(callOf(creditPayment, 'add'), { body: { creditLineId: typed.creditLineId, ...body } } as never))) as {
        id: number;
        version: number;
      };
      if (submit) await call(callOf(creditPayment, 'transition'), { body: { ...saved, name: 'submit' } } as never);
      notify('success', text(submit ? 'submitted' : 'saved'));
      void client.invalidateQueries();
      openPage(`/bank/credit/paymentAudit?status=${submit ? 'submitted' : 'draft'}`);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={15}>
        <Card title={text('title')}>
          <Form layout="vertical">
            <Form.Item label={text('kind')}>
              <Radio.Group
                value={typed.kind}
                options={kinds}
                onChange={({ target }) => change({ kind: target.value })}
              />
            </Form.Item>
            <Form.Item label={text('line')} required>
              <Select
                value={typed.creditLineId}
                disabled={row !== null}
                showSearch={{ optionFilterProp: 'label' }}
                options={lines.map((one) => ({ value: one.id, label: `${one.docNo} ${one.clientIdName ?? ''}` }))}
                onChange={(creditLineId) => change({ creditLineId, loanId: null })}
              />
            </Form.Item>
            <Form.Item
              label={text('loan')}
              required={out}
              extra={loans.length === 0 && typed.creditLineId !== null ? text('noLoan') : undefined}
            >
              <Select
                allowClear
                value={typed.loanId}
                options={loans.map((one) => ({
                  value: one.id,
                  label: `${one.loanNo} · ${moneyText(one.balance)} / ${moneyText(one.amount)}`,
                }))}
                onChange={(loanId) => change({ loanId: loanId ?? null })}
              />
            </Form.Item>
            <Form.Item label={text('amount')} required>
              <InputNumber<number>
                min={0.01}
                precision={2}
                style={{ inlineSize: '100%' }}
                suffix={t('kit.yuan')}
                value={typed.amount === null ? null : typed.amount / 100}
                onChange={(yuan) => change({ amount: yuan === null ? null : toCents(yuan) })}
              />
            </Form.Item>
            <Form.Item label={text('on')} required>
              <DatePicker
                value={typed.on}
                allowClear={false}
                disabledDate={(day) => day.isAfter(dayjs(), 'day')}
                onChange={(on) => on && change({ on })}
              />
            </Form.Item>
            {out && (
              <Flex gap={12} wrap>
                <Form.Item
                  label={text('payee')}
                  required={typed.kind === 'entrusted'}
                  style={{ flex: 1, minInlineSize: 200 }}
                >
                  <Input
                    maxLength={80}
                    value={typed.payeeName}
                    onChange={({ target }) => change({ payeeName: target.value })}
                  />
                </Form.Item>
                <Form.Item label={text('account')} style={{ flex: 1, minInlineSize: 200 }}>
                  <Input
                    inputMode="numeric"
                    maxLength={24}
                    value={typed.payeeAccount}
                    onChange={({ target }) => change({ payeeAccount: target.value })}
                  />
                </Form.Item>
              </Flex>
            )}
            <Form.Item label={text('proofs')} required>
              <AttachmentsField
                value={typed.proofs}
                bizType="bank.creditPayment"
                most={20}
                onChange={(files) => change({ proofs: [...(files ?? [])] })}
              />
            </Form.Item>
          </Form>
          <Flex gap={8} justify="end">
            <Button loading={busy} disabled={!isReady} onClick={() => void save(false)}>
              {text('save')}
            </Button>
            <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void save(true)}>
              {text('submit')}
            </Button>
          </Flex>
        </Card>
      </Col>
      <Col xs={24} lg={9}>
        <Card title={text('judged')}>
          {verdict ? (
            <Flex vertical gap={12}>
              <Alert
                type="info"
                title={text('ltv', {
                  before: formatLtv(verdict.ltvBefore),
                  after: formatLtv(verdict.ltvAfter),
                  most: formatLtv(verdict.maxLtv),
                })}
                description={text('left', { left: moneyText(verdict.leftCents) })}
              />
              <ConditionList conditions={verdict.conditions} />
            </Flex>
          ) : (
            text('chooseLine')
          )}
        </Card>
      </Col>
    </Row>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Empty, Flex, Form, Grid, InputNumber, Radio, Select, Steps, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useRow } from '#kit/web/use-rows.ts';
import { applicant, quoteCredit } from '#modules/bank/contract/credit/credit.ts';
import { type CreditLine, creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { useChoices, useLabel } from '../site/parts.ts';
import { HerdStep } from './herd-step.tsx';

const ConsentDialog = panelLater(async () => (await import('../client/consent-dialog.tsx')).ConsentDialog);

interface Asked {
  clientId: number | null;
  productId: number | null;
  amount: number | null;
  months: number | null;
  purpose: string | null;
  heads: Readonly<Record<string, number>>;
  animalIds: readonly number[];
  files: number[];
}
const questions = ['consent', 'product', 'amount', 'term', 'purpose', 'herd', 'files'] as const;
type Question = (typeof questions)[number];
/** On a wide screen what belongs together is asked at once; on a telephone one thing after the other. */
const wide: readonly (readonly Question[])[] = [
  ['consent'],
  ['product'],
  ['amount', 'term', 'purpose'],
  ['herd'],
  ['files'],
];
const narrow: readonly (readonly Question[])[] = questions.map((one) => [one]);

/** 授信申请, by the client itself or by its manager. */
export default function ApplyPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data } = useRow(creditLine, id);
  if (id > 0 && !data) return <Waiting />;
  return <Application key={id} line={data ?? null} clientId={Number(search.get('clientId')) || null} />;
}

function Application({ line, clientId }: { readonly line: CreditLine | null; readonly clientId: number | null }) {
  const text = useTexts('bank.applyPage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const isPhone = Grid.useBreakpoint().md === false;
  const pages = isPhone ? narrow : wide;
  const [at, setAt] = useState(line ? 1 : 0);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>({
    clientId: line?.clientId ?? clientId,
    productId: line?.productId ?? null,
    amount: line?.appliedAmount ?? null,
    months: line?.appliedMonths ?? 12,
    purpose: line?.purpose ?? null,
    heads: (line?.headsOffered as Record<string, number> | undefined) ?? {},
    animalIds: (line?.animalIds as number[] | undefined) ?? [],
    files: line?.files ?? [],
  });
  const change = (more: Partial<Asked>) => setAsked((now) => ({ ...now, ...more }));
  const page = pages[Math.min(at, pages.length - 1)] ?? [];
  const isLast = at >= pages.length - 1;
  const isAnswered = page.every((one) => answered(one, asked));
  const save = async (submit: boolean) => {
    setBusy(true);
    try {
      const body = {
        productId: asked.productId,
        appliedAmount: asked.amount,
        appliedMonths: asked.months,
        purpose: asked.purpose,
        headsOffered: asked.heads,
        animalIds: asked.animalIds,
        files: asked.files.length > 0 ? asked.files : null,
      };
      const saved = line
        ? await call(callOf(creditLine, 'edit'), { body: { id: line.id, version: line.version, ...body } } as never)
        : await call(callOf(creditLine, 'add'), { body: { clientId: asked.clientId, ...body } } as never);
      const { id, version } = saved as { id: number; version: number };
      if (submit) await call(callOf(creditLine, 'transition'), { body: { id, version, name: 'submit' } } as never);
      notify('success', text(submit ? 'submitted' : 'saved'));
      void client.invalidateQueries();
      openPage(`/bank/credit/detail?id=${id}`);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const props = { asked, change };
  return (
    <Card title={text('title')} style={{ maxInlineSize: 960 }}>
      {!isPhone && (
        <Steps
          size="small"
          current={at}
          style={{ marginBlockEnd: 24 }}
          items={pages.map((one) => ({ title: text(one[0] ?? 'consent') }))}
        />
      )}
      {isPhone && <Typography.Text type="secondary">{text('of', { at: at + 1, n: pages.length })}</Typography.Text>}
      <Form layout="vertical" style={{ marginBlockStart: 12 }}>
        {page.map((one) => {
          const Question = parts[one];
          return <Question key={one} {...props} />;
        })}
      </Form>
      <Flex gap={8} wrap justify="space-between" style={{ marginBlockStart: 24 }}>
        <Button disabled={at === 0} size={isPhone ? 'large' : 'middle'} onClick={() => setAt(at - 1)}>
          {text('back')}
        </Button>
        <Flex gap={8}>
          {isLast && (
            <Button loading={busy} onClick={() => void save(false)}>
              {text('save')}
            </Button>
          )}
          <Button
            type="primary"
            size={isPhone ? 'large' : 'middle'}
            loading={busy}
            disabled={!isAnswered}
            onClick={() => (isLast ? void save(true) : setAt(at + 1))}
          >
            {text(isLast ? 'submit' : 'next')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}

const useApplicant = () =>
  useQuery({ queryKey: ['bank', 'applicant'], queryFn: () => call(applicant, { quiet: true }) });
const useProduct = (id: number | null) => useApplicant().data?.products.find((one) => one.id === id);

interface Part {
  readonly asked: Asked;
  change(more: Partial<Asked>): void;
}
function answered(
  question: Question,
  { clientId, productId, amount, months, purpose, heads, animalIds }: Asked,
): boolean {
  switch (question) {
    case 'consent':
      return clientId !== null;
    case 'product':
      return productId !== null;
    case 'amount':
      return amount !== null && amount > 0;
    case 'term':
      return months !== null;
    case 'purpose':
      return purpose !== null;
    case 'herd':
      return animalIds.length > 0 || Object.values(heads).some((n) => n > 0);
    case 'files':
      return true;
  }
}

/** Whose application it is; a client of one bank is asked nothing. */
function ConsentPart({ asked, change }: Part) {
  const text = useTexts('bank.applyPage');
  const { data } = useApplicant();
  const [signing, setSigning] = useState<{ clientId?: number; bankId?: number; name: string } | null>(null);
  if (!data) return <Waiting />;
  const { clients, isKeeper } = data;
  const chosen = clients.find((one) => one.id === asked.clientId);
  const banks = isKeeper
    ? [...new Map(data.products.map((one) => [one.bankId, one.bankName])).entries()].filter(
        ([bankId]) => !clients.some((one) => one.headBankId === bankId),
      )
    : [];
  return (
    <>
      {clients.length > 0 && (
        <Form.Item label={text(isKeeper ? 'bank' : 'client')} required>
          <Select
            value={asked.clientId}
            showSearch={{ optionFilterProp: 'label' }}
            options={clients.map((one) => ({ value: one.id, label: isKeeper ? one.bankName : one.clientName }))}
            onChange={(clientId) => change({ clientId, productId: null })}
          />
        </Form.Item>
      )}
      <Flex vertical gap={8} align="start">
        {banks.map(([bankId, name]) => (
          <Button key={bankId} data-record onClick={() => setSigning({ bankId, name })}>
            {text('newBank', { name })}
          </Button>
        ))}
      </Flex>
      {chosen && !chosen.hasConsent && (
        <Alert
          type="warning"
          showIcon
          title={text('noConsent')}
          action={
            <Button
              onClick={() => setSigning({ clientId: chosen.id, name: isKeeper ? chosen.bankName : chosen.clientName })}
            >
              {text('sign')}
            </Button>
          }
        />
      )}
      {chosen?.hasConsent && (
        <Alert type="success" showIcon title={text('hasConsent', { date: chosen.consentTo ?? '' })} />
      )}
      {clients.length === 0 && banks.length === 0 && <Empty />}
      {signing && (
        <ConsentDialog
          {...(signing.clientId !== undefined && { clientId: signing.clientId })}
          {...(signing.bankId !== undefined && { bankId: signing.bankId })}
          clientName={signing.name}
          onClose={() => setSigning(null)}
          onSigned={(clientId) => change({ clientId })}
        />
      )}
    </>
  );
}

/** In plain words: what is lent on, how much of its value, for how long, at which price. */
function ProductPart({ asked, change }: Part) {
  const joined = useJoined();
  const text = useTexts('bank.applyPage');
  const { data } = useApplicant();
  const stageOf = useLabel('stage');
  if (!data) return <Waiting />;
  const head = data.clients.find((one) => one.id === asked.clientId)?.headBankId;
  return (
    <Radio.Group value={asked.productId} onChange={({ target }) => change({ productId: target.value })}>
      <Flex vertical gap={12}>
        {data.products
          .filter((one) => one.bankId === head)
          .map((one) => (
            <Card key={one.id} size="small" hoverable onClick={() => change({ productId: one.id })}>
              <Radio value={one.id}>
                <strong data-record>{one.name}</strong>
              </Radio>
              <Typography.Paragraph style={{ margin: '8px 0 0' }}>
                {text('plain', {
                  stages: joined(one.stages.map(stageOf)),
                  ltv: one.maxLtv,
                  most: moneyText(one.maxAmount),
                  from: one.termFromMonths,
                  to: one.termToMonths,
                  rate: one.rate,
                })}
              </Typography.Paragraph>
              <Typography.Text type="secondary">
                {[one.insuranceNeeded && text('needsInsurance'), one.deviceNeed !== 'none' && text('needsDevice')]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography.Text>
            </Card>
          ))}
      </Flex>
    </Radio.Group>
  );
}

function AmountPart({ asked, change }: Part) {
  const t = useT();
  const text = useTexts('bank.applyPage');
  const data = useProduct(asked.productId);
  return (
    <Form.Item label={text('amount')} required extra={data && text('most', { most: moneyText(data.maxAmount) })}>
      <InputNumber<number>
        size="large"
        style={{ inlineSize: '100%' }}
        min={1}
        precision={2}
        value={asked.amount === null ? null : asked.amount / 100}
        suffix={t('kit.yuan')}
        onChange={(yuan) => change({ amount: yuan === null ? null : toCents(yuan) })}
      />
    </Form.Item>
  );
}
function TermPart({ asked, change }: Part) {
  const text = useTexts('bank.applyPage');
  const data = useProduct(asked.productId);
  return (
    <Form.Item
      label={text('term')}
      required
      extra={data && text('terms', { from: data.termFromMonths, to: data.termToMonths })}
    >
      <InputNumber<number>
        size="large"
        style={{ inlineSize: '100%' }}
        min={data?.termFromMonths ?? 1}
        max={data?.termToMonths ?? 360}
        precision={0}
        value={asked.months}
        onChange={(months) => change({ months })}
      />
    </Form.Item>
  );
}
function PurposePart({ asked, change }: Part) {
  const text = useTexts('bank.applyPage');
  const options = useChoices('credit_purpose');
  return (
    <Form.Item label={text('purpose')} required>
      <Radio.Group
        value={asked.purpose}
        options={options}
        onChange={({ target }) => change({ purpose: target.value })}
      />
    </Form.Item>
  );
}
function FilesPart({ asked, change }: Part) {
  const text = useTexts('bank.applyPage');
  return (
    <Form.Item label={text('files')} extra={text('filesHint')}>
      <AttachmentsField
        value={asked.files}
        bizType="bank.creditLine"
        most={20}
        onChange={(files) => change({ files: [...(files ?? [])] })}
      />
    </Form.Item>
  );
}

/** The herd with what it is worth today, while it is chosen. */
function HerdPart({ asked, change }: Part) {
  const text = useTexts('bank.applyPage');
  const { data: applying } = useApplicant();
  const product = useProduct(asked.productId);
  const isOwn = applying?.isKeeper === true;
  const hasHerd = asked.animalIds.length > 0 || Object.values(asked.heads).some((n) => n > 0);
  const { data: quote } = useQuery({
    queryKey: ['bank', 'quote', asked.clientId, asked.productId, asked.animalIds, asked.heads],
    enabled: hasHerd && asked.productId !== null && applying !== undefined,
    queryFn: () =>
      call(quoteCredit, {
        body: {
          ...(!isOwn && asked.clientId !== null && { clientId: asked.clientId }),
          productId: asked.productId ?? 0,
          ...(asked.animalIds.length > 0 ? { animalIds: [...asked.animalIds] } : { headsOffered: { ...asked.heads } }),
        },
        quiet: true,
      }),
  });
  if (!product) return <Waiting />;
  return (
    <>
      <Alert
        type={quote && asked.amount !== null && quote.limitCents < asked.amount ? 'warning' : 'info'}
        showIcon
        style={{ marginBlockEnd: 12 }}
        title={
          quote
            ? text('limit', { value: moneyText(quote.valueCents), limit: moneyText(quote.limitCents) })
            : text('choose')
        }
      />
      <HerdStep
        isOwn={isOwn}
        productId={product.id}
        species={product.species}
        heads={asked.heads}
        animalIds={asked.animalIds}
        onChange={(heads, animalIds) => change({ heads, animalIds })}
      />
    </>
  );
}

const parts: Readonly<Record<Question, (props: Part) => React.ReactNode>> = {
  consent: ConsentPart,
  product: ProductPart,
  amount: AmountPart,
  term: TermPart,
  purpose: PurposePart,
  herd: HerdPart,
  files: FilesPart,
};

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, InputNumber, Radio, Select, Table, Typography } from 'antd';
import { formatCents, yuanOf } from '#kit/contract/money.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { payoutOf, premiumOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { farmer, type Payer, type Payout, type Term } from '#modules/insurance/contract/product/version-parts.ts';

const sharesOf = (payers: readonly Payer[]) =>
  payers.map(({ payerCode, bp, level }) => ({ payerCode, bp, level: level ?? payerCode }));

interface TermsProps {
  readonly terms: readonly Term[];
  readonly sumInsured: number;
  readonly ratePpm: number;
  readonly payers: readonly Payer[];
  readonly isFixed: boolean;
  onChange(terms: Term[]): void;
}
/** Terms with their fractions, and the premium and each payer's yuan as they are typed. */
export function TermsTable({ terms, sumInsured, ratePpm, payers, isFixed, onChange }: TermsProps) {
  const t = useT();
  const text = useTexts('insurance.version');
  const shares = sharesOf(payers);
  // The premium is the same whoever pays it; nobody may be named yet.
  const whole = [{ payerCode: farmer, level: farmer, bp: 10_000 }];
  const change = (at: number, part: Partial<Term>) =>
    onChange(terms.map((one, n) => (n === at ? { ...one, ...part } : one)));
  const rows = terms.map((term, at) => {
    const isRight = term.den > 0 && term.num > 0 && ratePpm > 0;
    const cents = isRight
      ? premiumOf({ sumInsuredCents: sumInsured, ratePpm, num: term.num, den: term.den, shares: whole }).cents
      : 0;
    const parts = shares.some((one) => one.bp > 0) ? splitOf(cents, shares) : [];
    return { at, term, cents, parts };
  });
  return (
    <>
      <Table
        size="small"
        rowKey="at"
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={rows}
        columns={[
          {
            key: 'months',
            title: text('termMonths'),
            render: (_, { at, term }) => (
              <InputNumber
                min={1}
                max={60}
                precision={0}
                value={term.months}
                aria-label={text('termMonths')}
                onChange={(months) => months && change(at, { months })}
              />
            ),
          },
          {
            key: 'factor',
            title: text('factor'),
            render: (_, { at, term }) => (
              <Flex gap={4} align="center">
                <InputNumber
                  min={1}
                  precision={0}
                  value={term.num}
                  aria-label={text('factor')}
                  onChange={(num) => num && change(at, { num })}
                />
                ÷
                <InputNumber
                  min={1}
                  precision={0}
                  value={term.den}
                  aria-label={text('factor')}
                  onChange={(den) => den && change(at, { den })}
                />
              </Flex>
            ),
          },
          {
            key: 'premium',
            title: text('premium'),
            align: 'end',
            render: (_, { cents }) => <strong>{moneyText(cents)}</strong>,
          },
          ...shares.map((share, n) => ({
            key: share.payerCode,
            title: t.any(`insurance.calc.part_${share.level}`),
            align: 'end' as const,
            render: (_: unknown, { parts }: (typeof rows)[number]) => moneyText(parts[n]?.cents ?? 0),
          })),
          {
            key: 'drop',
            title: '',
            render: (_, { at }) =>
              !isFixed && (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('kit.remove')}
                  onClick={() => onChange(terms.filter((_term, n) => n !== at))}
                />
              ),
          },
        ]}
      />
      {!isFixed && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          style={{ marginBlock: 8 }}
          onClick={() => onChange([...terms, { months: 6, num: 1, den: 2 }])}
        >
          {text('addTerm')}
        </Button>
      )}
    </>
  );
}

interface PayersProps {
  readonly payers: readonly Payer[];
  readonly choices: readonly { value: string; label: string }[];
  readonly isFixed: boolean;
  onChange(payers: Payer[]): void;
}
export function PayersTable({ payers, choices, isFixed, onChange }: PayersProps) {
  const t = useT();
  const text = useTexts('insurance.version');
  const whole = payers.reduce((sum, one) => sum + one.bp, 0);
  const change = (at: number, part: Partial<Payer>) =>
    onChange(payers.map((one, n) => (n === at ? { ...one, ...part } : one)));
  return (
    <Flex vertical gap={8} style={{ marginBlockStart: 12 }}>
      {payers.map((one, at) => (
        <Flex key={one.payerCode} gap={8} align="center">
          <Select
            style={{ minInlineSize: 180 }}
            value={one.payerCode}
            aria-label={text('payer')}
            options={[...choices]}
            onChange={(payerCode: string) => change(at, { payerCode })}
          />
          <InputNumber
            min={0}
            max={100}
            precision={2}
            value={one.bp / 100}
            aria-label={text('share')}
            onChange={(percent) => change(at, { bp: Math.round((percent ?? 0) * 100) })}
          />
          {!isFixed && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('kit.remove')}
              onClick={() => onChange(payers.filter((_payer, n) => n !== at))}
            />
          )}
        </Flex>
      ))}
      <Flex gap={8} align="center">
        {!isFixed && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => {
              const free = choices.find(({ value }) => !payers.some((one) => one.payerCode === value));
              if (free) onChange([...payers, { payerCode: free.value, bp: 0 }]);
            }}
          >
            {text('addPayer')}
          </Button>
        )}
        <Typography.Text type={whole === 10_000 ? 'success' : 'danger'}>
          {text('sumShares', { n: whole / 100 })}
        </Typography.Text>
      </Flex>
    </Flex>
  );
}

interface PayoutProps {
  readonly payout: Payout;
  readonly sumInsured: number;
  readonly isFixed: boolean;
  onChange(payout: Payout): void;
}
const blank: Record<Payout['kind'], Payout> = {
  fixed: { kind: 'fixed' },
  ageLinear: { kind: 'ageLinear', baseCents: 300_000, stepCents: 80_000 },
  ageBand: { kind: 'ageBand', bands: [{ from: 0, to: null, bp: 10_000 }] },
  weightBand: { kind: 'weightBand', bands: [{ from: 0, to: null, bp: 10_000 }] },
};
const kinds = ['fixed', 'ageLinear', 'ageBand', 'weightBand'] as const;

/** How a loss is paid, and what that means over the months or kilograms. */
export function PayoutPart({ payout, sumInsured, isFixed, onChange }: PayoutProps) {
  const text = useTexts('insurance.version');
  const points = payout.kind === 'weightBand' ? [0, 50, 100, 200, 300, 400] : [0, 1, 2, 3, 5, 8, 12];
  const told = points.map((at) => ({
    at,
    cents: payoutOf({
      sumInsuredCents: sumInsured,
      payout,
      months: at,
      weightKg: at,
      liabilityBp: 10_000,
      averageClause: false,
      deductibleBp: 0,
      cullPaidCents: 0,
      salvageCents: 0,
      paidBeforeCents: 0,
    }).cents,
  }));
  return (
    <>
      <Form.Item label={text('kind')}>
        <Radio.Group
          value={payout.kind}
          options={kinds.map((value) => ({ value, label: text(value) }))}
          onChange={({ target }) => onChange(blank[target.value as Payout['kind']])}
        />
      </Form.Item>
      {payout.kind === 'ageLinear' && (
        <Flex gap={16} wrap>
          <Form.Item label={text('base')}>
            <InputNumber
              min={0}
              precision={2}
              value={yuanOf(payout.baseCents)}
              onChange={(yuan) => onChange({ ...payout, baseCents: toCents(yuan ?? 0) })}
            />
          </Form.Item>
          <Form.Item label={text('stepAmount')}>
            <InputNumber
              min={0}
              precision={2}
              value={yuanOf(payout.stepCents)}
              onChange={(yuan) => onChange({ ...payout, stepCents: toCents(yuan ?? 0) })}
            />
          </Form.Item>
        </Flex>
      )}
      {(payout.kind === 'ageBand' || payout.kind === 'weightBand') && (
        <Bands payout={payout} isFixed={isFixed} onChange={onChange} />
      )}
      <Alert
        type="info"
        style={{ marginBlockEnd: 12 }}
        title={told.map(({ at, cents }) => `${at} → ${formatCents(cents)}`).join('  ·  ')}
      />
    </>
  );
}

type Banded = Extract<Payout, { bands: unknown }>;
function Bands({ payout, isFixed, onChange }: { payout: Banded; isFixed: boolean; onChange(payout: Payout): void }) {
  const text = useTexts('insurance.version');
  type Band = Banded['bands'][number];
  const bands = payout.bands as readonly Band[];
  const put = (next: readonly Band[]) => onChange({ ...payout, bands: next } as Payout);
  const change = (at: number, part: Partial<Band>) =>
    put(bands.map((one, n) => (n === at ? { ...one, ...part } : one)));
  return (
    <Flex vertical gap={8} style={{ marginBlockEnd: 12 }}>
      {bands.map((one, at) => (
        <Flex key={one.from} gap={8} align="center">
          <InputNumber
            min={0}
            value={one.from}
            aria-label={text('bandFrom')}
            onChange={(from) => change(at, { from: from ?? 0 })}
          />
          –
          <InputNumber
            min={0}
            value={one.to}
            aria-label={text('bandTo')}
            placeholder="∞"
            onChange={(to) => change(at, { to })}
          />
          <InputNumber
            min={0}
            max={100}
            precision={2}
            value={(one.bp ?? 0) / 100}
            aria-label={text('bandBp')}
            suffix="%"
            onChange={(percent) => change(at, { bp: Math.round((percent ?? 0) * 100) })}
          />
        </Flex>
      ))}
      {!isFixed && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          style={{ inlineSize: 'fit-content' }}
          onClick={() => {
            const last = bands.at(-1);
            const from = last?.to ?? (last?.from ?? 0) + 6;
            put([...bands.slice(0, -1), { ...(last as Band), to: from }, { from, to: null, bp: 10_000 }]);
          }}
        >
          {text('addBand')}
        </Button>
      )}
    </Flex>
  );
}

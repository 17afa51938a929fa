import { DeleteOutlined } from '@ant-design/icons';
import { Button, DatePicker, Empty, Flex, Input, InputNumber, Select, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { Store } from '#modules/depot/contract/document/doc-view.ts';
import { type DocType, isShortLived } from '#modules/depot/contract/document/stock-doc.ts';
import { Expiry } from '../../common/expiry.tsx';
import { numberText, Quantity } from '../../common/quantity.tsx';
import { type DraftLine, qtyOf } from './draft-line.ts';
import { fefoOf, type Shelf } from './fefo.ts';
import { useUnit, yuan } from './quantities.tsx';

interface Props {
  readonly docType: DocType;
  readonly describes: boolean;
  readonly bizDate: string;
  readonly lines: readonly DraftLine[];
  readonly shelf: readonly Shelf[];
  /** Where the goods come to. */
  readonly into: Store | null;
  readonly errors: Readonly<Record<string, string>>;
  onChange(key: string, change: Partial<DraftLine>): void;
  onRemove(key: string): void;
  /** Enter in a quantity: on to the next thing. */
  onNext(): void;
}

const fits = (line: DraftLine, store: Store): boolean => {
  const { storeTempMin: min, storeTempMax: max } = line.goods;
  if (min === null && max === null) return true;
  const low = store.tempMin ?? (store.tempMax === null ? 10 : Number.NEGATIVE_INFINITY);
  const high = store.tempMax ?? (store.tempMin === null ? 30 : Number.POSITIVE_INFINITY);
  return low >= (min ?? Number.NEGATIVE_INFINITY) && high <= (max ?? Number.POSITIVE_INFINITY);
};

/** The lines of a paper, typed one after the other; what a line lacks stands below it. */
export function LineTable(props: Props) {
  const { describes, docType, lines, onChange, onRemove, onNext } = props;
  const unit = useUnit();
  const text = useTexts('depot.docForm');
  const isPriced = describes;
  const day = (line: DraftLine, name: 'producedOn' | 'expireOn', more: Partial<DraftLine> = {}) => (
    <DatePicker
      size="small"
      aria-label={text(name === 'producedOn' ? 'produced' : 'expires')}
      value={line[name] ? dayjs(line[name], dateFormat) : null}
      onChange={(date) => {
        const value = date?.format(dateFormat) ?? null;
        onChange(line.key, { [name]: value, ...(name === 'producedOn' && value ? offered(line, value) : {}), ...more });
      }}
      style={{ width: 116 }}
    />
  );
  const columns: {
    key: string;
    title: ReactNode;
    width?: number;
    align?: 'right';
    render(line: DraftLine, at: number): ReactNode;
  }[] = [
    { key: 'no', title: '', width: 36, render: (_, at) => at + 1 },
    {
      key: 'material',
      title: text('material'),
      width: 170,
      render: ({ goods }) => (
        <Flex vertical>
          <span data-record>{goods.name}</span>
          <Typography.Text type="secondary" style={{ fontSize: 12 }} data-record>
            {goods.spec}
          </Typography.Text>
        </Flex>
      ),
    },
    ...(describes
      ? [
          {
            key: 'lot',
            title: text('lot'),
            width: 140,
            render: (line: DraftLine) => <LotWords line={line} onChange={onChange} />,
          },
          {
            key: 'produced',
            title: text('produced'),
            width: 130,
            render: (line: DraftLine) => day(line, 'producedOn'),
          },
          {
            key: 'expires',
            title: text('expires'),
            width: 130,
            render: (line: DraftLine) => (line.goods.hasExpiry ? day(line, 'expireOn') : '-'),
          },
        ]
      : [
          {
            key: 'lot',
            title: text('lot'),
            width: 260,
            render: (line: DraftLine) => <LotChoice {...props} line={line} />,
          },
        ]),
    {
      key: 'qty',
      title: text('qty'),
      width: 178,
      render: (line) =>
        line.segFrom !== null && line.segTo !== null ? (
          <span>
            {qtyOf(line) ?? '-'} {unit(line.goods.baseUnit, qtyOf(line) ?? undefined)}
          </span>
        ) : (
          <Flex gap={4}>
            <InputNumber
              size="small"
              id={`${line.key}-qty`}
              aria-label={text('qty')}
              min={0}
              value={line.unitQty}
              status={line.unitQty !== null && qtyOf(line) === null ? 'error' : ''}
              onChange={(value) => onChange(line.key, { unitQty: value })}
              onPressEnter={onNext}
              style={{ width: 84 }}
            />
            <Select
              size="small"
              aria-label={text('unit')}
              value={line.unit}
              onChange={(value: string) => onChange(line.key, { unit: value })}
              options={[
                { value: line.goods.baseUnit, label: unit(line.goods.baseUnit) },
                ...line.goods.packs
                  .filter((pack) => pack.unit !== line.goods.baseUnit)
                  .map((pack) => ({ value: pack.unit, label: unit(pack.unit) })),
              ]}
              style={{ width: 78 }}
            />
          </Flex>
        ),
    },
    {
      key: 'base',
      title: text('base'),
      width: 106,
      render: (line) => {
        const qty = qtyOf(line);
        if (qty !== null) return <Quantity of={line.goods} qty={qty} isStacked />;
        return line.unitQty === null ? (
          '-'
        ) : (
          <Typography.Text type="danger">{text('fraction', { unit: unit(line.goods.baseUnit) })}</Typography.Text>
        );
      },
    },
    ...(isPriced
      ? [
          {
            key: 'cost',
            title: text('cost'),
            width: 92,
            render: (line: DraftLine) => (
              <InputNumber
                size="small"
                aria-label={text('cost')}
                min={0}
                precision={2}
                value={line.unitCost}
                onChange={(value) => onChange(line.key, { unitCost: value })}
                style={{ width: 78 }}
              />
            ),
          },
          {
            key: 'amount',
            title: text('amount'),
            width: 100,
            align: 'right' as const,
            render: (line: DraftLine) =>
              line.unitCost === null || line.unitQty === null ? '-' : yuan(line.unitCost * line.unitQty),
          },
        ]
      : [
          {
            key: 'remark',
            title: docType === 'useOut' ? text('useFor') : text('remark'),
            width: 190,
            render: (line: DraftLine) => (
              <Input
                size="small"
                aria-label={docType === 'useOut' ? text('useFor') : text('remark')}
                maxLength={200}
                value={line.remark}
                onChange={(event) => onChange(line.key, { remark: event.target.value })}
              />
            ),
          },
        ]),
    {
      key: 'off',
      title: '',
      width: 40,
      render: (line) => (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={text('remove')}
          onClick={() => onRemove(line.key)}
        />
      ),
    },
  ];
  return (
    <Table<DraftLine>
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={lines as DraftLine[]}
      scroll={{ x: columns.reduce((sum, column) => sum + (column.width ?? 0), 0) }}
      columns={columns.map(({ render, ...column }) => ({
        ...column,
        render: (_: unknown, line: DraftLine, at: number) => render(line, at),
      }))}
      expandable={{
        expandedRowKeys: lines.filter((line, at) => needsMore(props, line, at)).map((line) => line.key),
        showExpandColumn: false,
        expandedRowRender: (line, at) => <More {...props} line={line} at={at} />,
      }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noLines')} /> }}
      {...(lines.length > 0 && { footer: () => <Sums lines={lines} isPriced={isPriced} /> })}
    />
  );
}

/** The day it runs out, where the shelf life says it. */
function offered(line: DraftLine, producedOn: string): Partial<DraftLine> {
  const { shelfLifeMonths } = line.goods;
  if (!shelfLifeMonths || line.expireOn) return {};
  return { expireOn: dayjs(producedOn).add(shelfLifeMonths, 'month').subtract(1, 'day').format(dateFormat) };
}

function LotWords({ line, onChange }: { readonly line: DraftLine; readonly onChange: Props['onChange'] }) {
  const text = useTexts('depot.docForm');
  if (line.goods.tracking === 'segment') return <Numbers line={line} onChange={onChange} />;
  if (line.goods.tracking === 'none') return <span>-</span>;
  return (
    <Input
      size="small"
      id={`${line.key}-lot`}
      aria-label={text('lot')}
      maxLength={40}
      value={line.lotNo}
      onChange={(event) => onChange(line.key, { lotNo: event.target.value })}
    />
  );
}

function Numbers({ line, onChange }: { readonly line: DraftLine; readonly onChange: Props['onChange'] }) {
  const t = useT();
  const part = (name: 'segFrom' | 'segTo') => (
    <InputNumber
      size="small"
      min={1}
      precision={0}
      controls={false}
      aria-label={t.any(`depot.docForm.${name}`)}
      placeholder={t.any(`depot.docForm.${name}`)}
      value={line[name]}
      onChange={(value) => onChange(line.key, { [name]: value })}
      style={{ width: 96 }}
    />
  );
  return (
    <Flex gap={4} align="center">
      {part('segFrom')}–{part('segTo')}
    </Flex>
  );
}

/** Which of the lots on the shelf; of an issue the ones that run out first, unless somebody chooses. */
function LotChoice({ line, shelf, docType, onChange }: Props & { readonly line: DraftLine }) {
  const t = useT();
  const unit = useUnit();
  const text = useTexts('depot.docForm');
  if (line.goods.tracking === 'segment') return <Numbers line={line} onChange={onChange} />;
  const own = shelf.filter((one) => one.materialId === line.goods.id);
  const isAuto = docType === 'issueOut';
  const { lots, missing } = isAuto && line.lotId === null ? fefoOf(own, qtyOf(line) ?? 0) : { lots: [], missing: 0 };
  return (
    <Flex vertical gap={2}>
      <Select<number>
        size="small"
        aria-label={text('lot')}
        value={line.lotId ?? (isAuto ? 0 : null)}
        onChange={(value: number) => onChange(line.key, { lotId: value || null, fefoReason: '' })}
        placeholder={t('kit.choose')}
        options={[
          ...(isAuto ? [{ value: 0, label: text('auto') }] : []),
          ...own.map((one) => ({
            value: one.lotId,
            label: `${one.lotNo}${one.expireOn ? ` · ${one.expireOn}` : ''} · ${text('free', { n: numberText(one.free) })}${one.hold || one.quality !== 'ok' ? ` · ${text(one.quality === 'recalled' ? 'recalled' : 'held')}` : ''}`,
          })),
        ]}
        popupMatchSelectWidth={false}
        style={{ width: 244 }}
      />
      {lots.length > 0 && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {lots.map((lot) => `${lot.lotNo} ${numberText(lot.qty)}`).join(' + ')}
        </Typography.Text>
      )}
      {missing > 0 && (
        <Typography.Text type="danger" style={{ fontSize: 12 }}>
          {text('missing', { n: `${numberText(missing)} ${unit(line.goods.baseUnit, missing)}` })}
        </Typography.Text>
      )}
    </Flex>
  );
}

const lotBefore = ({ docType, shelf, lines }: Props, line: DraftLine): string | null => {
  if (docType !== 'issueOut' || line.lotId === null) return null;
  const own = shelf.filter((one) => one.materialId === line.goods.id);
  const mine = lines.filter((one) => one.goods.id === line.goods.id);
  const total = mine.reduce((sum, one) => sum + (qtyOf(one) ?? 0), 0);
  const due = fefoOf(own, total).lots;
  const isDue = due.some((lot) => lot.lotId === line.lotId && lot.qty >= (qtyOf(line) ?? 0));
  return isDue ? null : (due.find((lot) => lot.lotId !== line.lotId)?.lotNo ?? null);
};

const isShort = ({ describes, docType, bizDate }: Props, line: DraftLine): boolean =>
  describes && docType === 'purchaseIn' && isShortLived(line.goods, line, bizDate);

const errorOf = (errors: Props['errors'], at: number): string[] =>
  Object.entries(errors).flatMap(([field, msg]) => (field.startsWith(`lines.${at}.`) ? [msg] : []));

const needsMore = (props: Props, line: DraftLine, at: number): boolean =>
  isShort(props, line) ||
  lotBefore(props, line) !== null ||
  (props.into !== null && !fits(line, props.into)) ||
  errorOf(props.errors, at).length > 0;

/** What must be said of a line beside its figures. */
function More(props: Props & { readonly line: DraftLine; readonly at: number }) {
  const { line, at, into, errors, onChange } = props;
  const mayOverride = useCan('depot:issue:override');
  const mayWarm = useCan('depot:temp:override');
  const text = useTexts('depot.docForm');
  const before = lotBefore(props, line);
  const isWarm = into !== null && !fits(line, into);
  const said = (name: 'shortLifeReason' | 'fefoReason' | 'tempReason') => (
    <Input
      size="small"
      aria-label={text(name)}
      placeholder={text(name)}
      maxLength={200}
      value={line[name]}
      onChange={(event) => onChange(line.key, { [name]: event.target.value })}
      style={{ width: 260 }}
    />
  );
  return (
    <Flex vertical gap={6}>
      {errorOf(errors, at).map((msg) => (
        <Typography.Text key={msg} type="danger">
          {msg}
        </Typography.Text>
      ))}
      {isShort(props, line) && (
        <Flex gap={8} align="center" wrap>
          <Expiry on={line.expireOn} />
          <Typography.Text type="warning">{text('shortLife')}</Typography.Text>
          {said('shortLifeReason')}
        </Flex>
      )}
      {before !== null && (
        <Flex gap={8} align="center" wrap>
          <Typography.Text type="warning">{text('fefoAsk', { lot: before })}</Typography.Text>
          {mayOverride && said('fefoReason')}
        </Flex>
      )}
      {isWarm && (
        <Flex gap={8} align="center" wrap>
          <Typography.Text type="danger">{text('tempWarn')}</Typography.Text>
          {mayWarm && said('tempReason')}
        </Flex>
      )}
    </Flex>
  );
}

/** Sums stand below, unit by unit. */
function Sums({ lines, isPriced }: { readonly lines: readonly DraftLine[]; readonly isPriced: boolean }) {
  const t = useT();
  const unit = useUnit();
  const joined = useJoined();
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line.goods.baseUnit, (sums.get(line.goods.baseUnit) ?? 0) + (qtyOf(line) ?? 0));
  const amount = lines.reduce((sum, line) => sum + (line.unitCost ?? 0) * (line.unitQty ?? 0), 0);
  return (
    <Flex gap={16} wrap justify="end">
      <span>{t('depot.docForm.lineCount', { n: lines.length })}</span>
      <strong>
        {joined([...sums].map(([name, n]) => `${numberText(Math.round(n * 1000) / 1000)} ${unit(name, n)}`))}
      </strong>
      {isPriced && <strong>{yuan(amount)}</strong>}
    </Flex>
  );
}

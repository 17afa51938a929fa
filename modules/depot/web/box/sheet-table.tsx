import { InputNumber, Table, Tag, Tooltip, Typography } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { computed, leastEmpties, mostOpenLoss, type ReconcileLine } from '#modules/depot/contract/box/box-reconcile.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { GoodsName } from '../goods/names.tsx';
import { plainNumber, useQuantity } from '../goods/quantity.tsx';

export type Typed = 'openLoss' | 'damaged' | 'closing' | 'emptyReturned';

interface Props {
  readonly lines: readonly ReconcileLine[];
  readonly isOpen: boolean;
  onType(materialId: number, name: Typed, value: number): void;
}

export const differenceOf = (one: ReconcileLine): number => fromMilli(toMilli(one.closing) - toMilli(computed(one)));
export const losesMuch = (one: ReconcileLine): boolean => one.openLoss > one.used * mostOpenLoss;
export const lacksEmpties = (one: ReconcileLine): boolean => one.emptyReturned < one.emptyDue * leastEmpties;

/** Grey is computed from the ledger, boxes are the carrier's own words; what does not balance says by how much. */
export function SheetTable({ lines, isOpen, onType }: Props) {
  const t = useT();
  const { unitOf, packsOf } = useQuantity();
  const text = useTexts('depot.boxReconcilePage');
  const input = (one: ReconcileLine, name: Typed, least = 0) =>
    isOpen ? (
      <InputNumber
        size="small"
        aria-label={text('of', { name: one.name, what: text(name === 'emptyReturned' ? 'empties' : name) })}
        min={least}
        precision={name === 'emptyReturned' ? 0 : one.decimals}
        value={one[name]}
        onChange={(value) => onType(one.materialId, name, value ?? least)}
        style={{ width: 92 }}
      />
    ) : (
      plainNumber(one[name])
    );
  const number = (key: 'opening' | 'received' | 'used' | 'returned') => ({
    key,
    title: text(key),
    align: 'end' as const,
    render: (_: unknown, one: ReconcileLine) => plainNumber(one[key]),
  });
  return (
    <Table<ReconcileLine>
      size="small"
      rowKey="materialId"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={lines}
      locale={{ emptyText: text('empty') }}
      columns={[
        {
          key: 'name',
          title: t('depot.medicineBoxPage.material'),
          fixed: 'start',
          render: (_, one) => <GoodsName goods={one} />,
        },
        { key: 'unit', title: t('depot.requisitionPage.unit'), render: (_, one) => unitOf(one.baseUnit) },
        number('opening'),
        number('received'),
        number('used'),
        {
          key: 'perHead',
          title: text('perHead'),
          align: 'end',
          render: (_, one) =>
            one.headServed > 0 ? (
              <Tooltip title={one.baseUnit === 'dose' ? text('norm', { n: '1.00' }) : undefined}>
                <span>{`${(one.used / one.headServed).toFixed(2)} (${one.headServed})`}</span>
              </Tooltip>
            ) : (
              '-'
            ),
        },
        {
          key: 'openLoss',
          title: text('openLoss'),
          align: 'end',
          render: (_, one) => (
            <Under
              warn={losesMuch(one)}
              note={
                one.used > 0 && one.openLoss > 0
                  ? text('lossTip', { n: `${((one.openLoss / one.used) * 100).toFixed(1)}%` })
                  : null
              }
            >
              {input(one, 'openLoss', one.openLossPosted)}
            </Under>
          ),
        },
        {
          key: 'damaged',
          title: text('damaged'),
          align: 'end',
          render: (_, one) => input(one, 'damaged', one.damagedPosted),
        },
        number('returned'),
        {
          key: 'book',
          title: text('book'),
          align: 'end',
          render: (_, one) => (
            <Tooltip title={packsOf(one, Math.max(0, computed(one)))}>
              <strong>{plainNumber(computed(one))}</strong>
            </Tooltip>
          ),
        },
        { key: 'closing', title: text('closing'), align: 'end', render: (_, one) => input(one, 'closing') },
        {
          key: 'difference',
          title: text('difference'),
          render: (_, one) => {
            const n = differenceOf(one);
            return <Tag color={n === 0 ? 'success' : 'error'}>{n === 0 ? text('balanced') : text('off', { n })}</Tag>;
          },
        },
        {
          key: 'empties',
          title: text('empties'),
          align: 'end',
          render: (_, one) =>
            one.bottle === null ? (
              '-'
            ) : (
              <Under warn={lacksEmpties(one)} note={text('due', { n: one.emptyDue })}>
                {input(one, 'emptyReturned')}
              </Under>
            ),
        },
      ]}
    />
  );
}

function Under(props: { readonly warn: boolean; readonly note: string | null; readonly children: React.ReactNode }) {
  return (
    <span style={{ display: 'inline-flex', flexDirection: 'column', alignItems: 'end' }}>
      {props.children}
      {props.note && (
        <Typography.Text type={props.warn ? 'warning' : 'secondary'} style={{ fontSize: 12 }}>
          {props.note}
        </Typography.Text>
      )}
    </span>
  );
}

import { DeleteOutlined } from '@ant-design/icons';
import { Button, Empty, InputNumber, Select, Space, Table, Typography } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';
import { baseQty } from '#modules/depot/contract/goods/quantity.ts';
import type { SuggestionParts } from '#modules/depot/contract/requisition/requisition.ts';
import { GoodsName } from '../goods/names.tsx';
import { plainNumber, useQuantity } from '../goods/quantity.tsx';
import { Suggested } from './parts-tip.tsx';

export interface WishedLine {
  readonly goods: Goods;
  readonly unit: string;
  readonly unitQty: number | null;
  readonly parts: SuggestionParts | null;
  readonly suggested: number | null;
}

export const wished = (
  goods: Goods,
  asked: number | null,
  parts: SuggestionParts | null,
  suggested: number | null,
): WishedLine => ({ goods, unit: goods.baseUnit, unitQty: asked, parts, suggested });

interface Props {
  readonly lines: readonly WishedLine[];
  onChange(lines: readonly WishedLine[]): void;
}

/** R4: entered in base units or packs; what it comes to stands beside it. */
export function FormLines({ lines, onChange }: Props) {
  const t = useT();
  const text = useTexts('depot.requisitionPage');
  const { unitOf, inUnits, packsOf } = useQuantity();
  const set = (id: number, change: Partial<WishedLine>) =>
    onChange(lines.map((one) => (one.goods.materialId === id ? { ...one, ...change } : one)));
  return (
    <Table<WishedLine>
      size="small"
      rowKey={(one) => one.goods.materialId}
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={lines}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noLines')} /> }}
      columns={[
        { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one.goods} /> },
        {
          key: 'onHand',
          title: text('onHand'),
          align: 'end',
          render: (_, one) => (one.parts ? plainNumber(one.parts.onHand) : '-'),
        },
        {
          key: 'inTransit',
          title: text('inTransit'),
          align: 'end',
          render: (_, one) => (one.parts ? plainNumber(one.parts.inTransit) : '-'),
        },
        {
          key: 'suggested',
          title: text('suggested'),
          align: 'end',
          render: (_, one) => <Suggested parts={one.parts} suggested={one.suggested} />,
        },
        {
          key: 'qty',
          title: text('qty'),
          render: (_, { goods, unit, unitQty }) => {
            const asked = unitQty ? baseQty(goods, unit, unitQty) : null;
            const isWrong = unitQty !== null && asked === null;
            return (
              <Space direction="vertical" size={0}>
                <Space.Compact>
                  <InputNumber
                    aria-label={text('askedOf', { name: goods.name })}
                    min={0}
                    value={unitQty}
                    {...(isWrong && { status: 'error' })}
                    onChange={(value) => set(goods.materialId, { unitQty: value })}
                    style={{ width: 120 }}
                  />
                  <Select<string>
                    aria-label={`${text('unit')} ${goods.name}`}
                    value={unit}
                    options={[goods.baseUnit, ...goods.packs.map((pack) => pack.unit)].map((value) => ({
                      value,
                      label: unitOf(value),
                    }))}
                    onChange={(value) => set(goods.materialId, { unit: value })}
                    style={{ width: 84 }}
                  />
                </Space.Compact>
                <Typography.Text type={isWrong ? 'danger' : 'secondary'} style={{ fontSize: 12 }}>
                  {isWrong
                    ? t('depot.ledger.unitFraction', { unit: unitOf(goods.baseUnit) })
                    : asked === null
                      ? ' '
                      : unit === goods.baseUnit
                        ? packsOf(goods, asked)
                        : inUnits(goods, asked)}
                </Typography.Text>
              </Space>
            );
          },
        },
        {
          key: 'off',
          width: 56,
          render: (_, one) => (
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={`${text('remove')} ${one.goods.name}`}
              onClick={() => onChange(lines.filter(({ goods }) => goods.materialId !== one.goods.materialId))}
            />
          ),
        },
      ]}
    />
  );
}

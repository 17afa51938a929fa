import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Input, InputNumber, Select, Typography } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Pack } from '#modules/depot/contract/goods/quantity.ts';
import { useUnit } from '../document/form/quantities.tsx';

interface Props {
  readonly value: readonly Pack[];
  readonly baseUnit: string | null;
  readonly decimals: number;
  onChange(value: Pack[]): void;
}

const most = 6;

/** How the goods are packed: one line a pack, each told in base units. */
export function PacksField({ value, baseUnit, decimals, onChange }: Props) {
  const t = useT();
  const unit = useUnit();
  const text = useTexts('depot.materialPage');
  const { options } = useDict('unit');
  const free = (own: string) =>
    options.filter(
      ({ dictValue }) =>
        dictValue === own || (dictValue !== baseUnit && !value.some((pack) => pack.unit === dictValue)),
    );
  const change = (at: number, patch: Partial<Pack>) =>
    onChange(value.map((pack, index) => (index === at ? { ...pack, ...patch } : pack)));
  const next = free('').find(({ dictValue }) => ['bottle', 'bag', 'box', 'carton'].includes(dictValue))?.dictValue;
  return (
    <Flex vertical gap={8} align="start">
      {value.length === 0 && <Typography.Text type="secondary">{text('noPacks')}</Typography.Text>}
      {value.map((pack, at) => (
        <Flex key={pack.unit} gap={8} align="center" wrap>
          <span>1</span>
          <Select
            aria-label={text('packUnit')}
            value={pack.unit}
            options={free(pack.unit).map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            onChange={(unit) => change(at, { unit })}
            style={{ width: 110 }}
          />
          <span>=</span>
          <InputNumber
            aria-label={`${text('packFactor')} ${at + 1}`}
            min={0}
            max={10_000_000}
            precision={decimals}
            value={pack.factor}
            onChange={(factor) => change(at, { factor: factor ?? 0 })}
            suffix={baseUnit ? unit(baseUnit, pack.factor) : undefined}
            style={{ width: 160 }}
          />
          <Input
            aria-label={`${text('packName')} ${at + 1}`}
            placeholder={text('packName')}
            maxLength={20}
            value={pack.name ?? ''}
            onChange={(event) => change(at, { name: event.target.value || null })}
            style={{ width: 140 }}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('kit.remove')}
            onClick={() => onChange(value.filter((one) => one !== pack))}
          />
        </Flex>
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= most || next === undefined}
        onClick={() => next && onChange([...value, { unit: next, factor: 1, name: null }])}
      >
        {text('addPack')}
      </Button>
    </Flex>
  );
}

import { Button, Flex, InputNumber, Typography } from 'antd';
import { type RefObject, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import type { StocktakeLine } from '#modules/depot/contract/stocktake/stocktake.ts';
import { GoodsName } from '../goods/names.tsx';
import { plainNumber, useQuantity } from '../goods/quantity.tsx';

interface Props {
  readonly line: StocktakeLine;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly busy: boolean;
  onConfirm(qty: number): void;
}

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const;

/** One lot under the thumb: big keys, the keyboard's own as well, and a sum of packs for who counts bottles. */
export function NumberPad({ line, input, busy, onConfirm }: Props) {
  const text = useTexts('depot.countPage');
  const { unitOf, packsOf, inUnits } = useQuantity();
  const [typed, setTyped] = useState(line.countedQty === null ? '' : String(line.countedQty));
  const [packs, setPacks] = useState<Readonly<Record<string, number>>>({});
  const qty = typed === '' ? null : Number(typed);
  const isRight = qty !== null && Number.isFinite(qty) && qty >= 0 && fits(typed, line.decimals);
  const press = (key: string) => setTyped((old) => (old === '0' ? key : `${old}${key}`).slice(0, 13));
  const units = [...line.packs]
    .sort((a, b) => b.factor - a.factor)
    .map(({ unit, factor }) => ({ unit, factor }))
    .concat({ unit: line.baseUnit, factor: 1 });
  const count = (unit: string, n: number | null) => {
    const next = { ...packs, [unit]: n ?? 0 };
    setPacks(next);
    const milli = units.reduce((sum, one) => sum + toMilli(one.factor) * (next[one.unit] ?? 0), 0);
    setTyped(String(fromMilli(Math.round(milli))));
  };
  const confirm = () => isRight && qty !== null && onConfirm(qty);
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" gap={8} wrap>
        <GoodsName goods={line} />
        <Flex vertical align="end">
          <Typography.Text data-record strong>
            {line.lotNo}
          </Typography.Text>
          {line.expireOn && (
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {text('expires', { day: line.expireOn })}
            </Typography.Text>
          )}
        </Flex>
      </Flex>
      <Flex justify="space-between" align="baseline">
        <Typography.Text type="secondary">
          {line.bookQty === null ? text('hidden') : `${text('book')} ${inUnits(line, line.bookQty)}`}
        </Typography.Text>
        {line.countedBy && (
          <Typography.Text type="secondary" data-record style={{ fontSize: 12 }}>
            {text('by', { name: line.countedBy })}
          </Typography.Text>
        )}
      </Flex>
      <div>
        <input
          ref={input}
          inputMode="decimal"
          data-record
          aria-label={text('qtyOf', { name: line.name, lot: line.lotNo })}
          className="ml-count-figure"
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/[^\d.]/g, ''))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              confirm();
            }
          }}
        />
        <Flex justify="space-between">
          <Typography.Text type={isRight || typed === '' ? 'secondary' : 'danger'}>
            {qty !== null && isRight ? packsOf(line, qty) : ' '}
          </Typography.Text>
          <Typography.Text type="secondary">{unitOf(line.baseUnit)}</Typography.Text>
        </Flex>
      </div>
      <div className="ml-count-keys">
        {keys.map((key) => (
          <Button key={key} size="large" onClick={() => press(key)}>
            {key}
          </Button>
        ))}
        <Button size="large" disabled={line.decimals === 0} onClick={() => !typed.includes('.') && press('.')}>
          .
        </Button>
        <Button size="large" onClick={() => press('0')}>
          0
        </Button>
        <Button size="large" aria-label={text('backspace')} onClick={() => setTyped((old) => old.slice(0, -1))}>
          ⌫
        </Button>
      </div>
      <Flex gap={8}>
        {line.bookQty !== null && (
          <Button size="large" disabled={busy} onClick={() => onConfirm(line.bookQty ?? 0)} style={{ flex: 1 }}>
            {text('same')}
          </Button>
        )}
        <Button size="large" type="primary" loading={busy} disabled={!isRight} onClick={confirm} style={{ flex: 2 }}>
          {text('next')}
        </Button>
      </Flex>
      {units.length > 1 && (
        <Flex vertical gap={4}>
          <Typography.Text type="secondary">{text('calculator')}</Typography.Text>
          <Flex gap={8} wrap>
            {units.map(({ unit, factor }) => (
              <InputNumber
                key={unit}
                min={0}
                precision={unit === line.baseUnit ? line.decimals : 0}
                aria-label={`${unitOf(unit)} ${plainNumber(factor)}`}
                placeholder={factor > 1 ? `×${plainNumber(factor)}` : ''}
                suffix={unitOf(unit)}
                value={packs[unit] ?? null}
                onChange={(n) => count(unit, n)}
                onPressEnter={confirm}
                style={{ flex: '1 1 96px' }}
              />
            ))}
          </Flex>
        </Flex>
      )}
    </Flex>
  );
}

/** No more places than the material has. */
const fits = (typed: string, decimals: number): boolean => (typed.split('.')[1]?.length ?? 0) <= decimals;

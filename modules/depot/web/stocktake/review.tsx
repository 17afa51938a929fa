import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Input, InputNumber, Select, Switch, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import {
  type Stocktake,
  type StocktakeLine,
  saveRecounts,
  stocktake,
} from '#modules/depot/contract/stocktake/stocktake.ts';
import { GoodsName, useLabel } from '../goods/names.tsx';
import { useQuantity } from '../goods/quantity.tsx';
import { linesQuery } from './lines-query.ts';

interface Typed {
  readonly recountQty: number | null;
  readonly reason: string | null;
  readonly remark: string;
}

interface Props {
  readonly count: Stocktake;
  readonly mayRecount: boolean;
  /** Inside something that has a frame of its own. */
  readonly isBare?: boolean;
}

/** What differs, counted a second time and explained; approved by somebody else. */
export function Review({ count, mayRecount, isBare = false }: Props) {
  const t = useT();
  const text = useTexts('depot.countPage');
  const { inUnits } = useQuantity();
  const reasonOf = useLabel('count_diff_reason');
  const { options } = useDict('count_diff_reason');
  const changed = useChanged(stocktake);
  const { data: lines = [], isPending, error, refetch } = useQuery(linesQuery(count.id));
  const [onlyDiffs, setOnlyDiffs] = useState(true);
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(new Map());
  const [busy, setBusy] = useState(false);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  const isOpen = mayRecount && count.status === 'counted';
  // Once different, a line stays in sight while it is recounted.
  const differs = (one: StocktakeLine) => one.diff !== 0 || one.recountQty !== null;
  const shown = onlyDiffs ? lines.filter(differs) : lines;
  const typedOf = (one: StocktakeLine): Typed =>
    typed.get(one.lotId) ?? { recountQty: one.recountQty, reason: one.reason, remark: one.remark ?? '' };
  const type = (one: StocktakeLine, change: Partial<Typed>) =>
    setTyped((old) => new Map(old).set(one.lotId, { ...typedOf(one), ...change }));
  const diffOf = (one: StocktakeLine): number => {
    const { recountQty } = typedOf(one);
    return fromMilli(toMilli(recountQty ?? one.countedQty ?? 0) - toMilli(one.bookQty ?? 0));
  };
  const ready = [...typed].flatMap(([lotId, { recountQty, reason, remark }]) =>
    recountQty === null ? [] : [{ lotId, recountQty, reason, remark: remark || null }],
  );
  const save = async () => {
    setBusy(true);
    try {
      await call(saveRecounts, { body: { id: count.id, lines: ready } });
      notify('success', t('ok.saved'));
      await changed();
      setTyped(new Map());
    } catch {
      // The client has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  const body = (
    <Flex vertical gap={12}>
      {!lines.some(differs) && <Alert type="success" showIcon title={text('noDiff')} />}
      <Table<StocktakeLine>
        size="small"
        rowKey="lotId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={shown}
        columns={[
          { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
          { key: 'lot', title: text('lotNo'), render: (_, one) => <span data-record>{one.lotNo}</span> },
          { key: 'book', title: text('book'), align: 'end', render: (_, one) => inUnits(one, one.bookQty ?? 0) },
          {
            key: 'counted',
            title: text('counted'),
            align: 'end',
            render: (_, one) => inUnits(one, one.countedQty ?? 0),
          },
          {
            key: 'recount',
            title: text('recount'),
            align: 'end',
            render: (_, one) =>
              isOpen && differs(one) ? (
                <InputNumber
                  size="small"
                  aria-label={`${text('recount')} ${one.lotNo}`}
                  min={0}
                  precision={one.decimals}
                  value={typedOf(one).recountQty}
                  onChange={(recountQty) => type(one, { recountQty })}
                  style={{ width: 110 }}
                />
              ) : one.recountQty === null ? (
                '-'
              ) : (
                inUnits(one, one.recountQty)
              ),
          },
          {
            key: 'diff',
            title: text('difference'),
            align: 'end',
            render: (_, one) => {
              const n = diffOf(one);
              return (
                <Typography.Text type={n === 0 ? 'success' : n < 0 ? 'danger' : 'warning'}>
                  {n === 0 ? '0' : text(n < 0 ? 'loss' : 'gain', { n: inUnits(one, Math.abs(n)) })}
                </Typography.Text>
              );
            },
          },
          {
            key: 'reason',
            title: text('reason'),
            width: 140,
            render: (_, one) =>
              isOpen && differs(one) ? (
                <Select<string>
                  size="small"
                  aria-label={`${text('reason')} ${one.lotNo}`}
                  value={typedOf(one).reason}
                  options={options.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
                  onChange={(reason) => type(one, { reason })}
                  placeholder={t('kit.choose')}
                  style={{ width: '100%' }}
                />
              ) : one.reason ? (
                reasonOf(one.reason)
              ) : (
                '-'
              ),
          },
          {
            key: 'remark',
            title: text('remark'),
            render: (_, one) =>
              isOpen && differs(one) ? (
                <Input
                  size="small"
                  aria-label={`${text('remark')} ${one.lotNo}`}
                  maxLength={200}
                  value={typedOf(one).remark}
                  onChange={(event) => type(one, { remark: event.target.value })}
                />
              ) : (
                <span data-record>{one.remark ?? '-'}</span>
              ),
          },
        ]}
      />
      {isOpen && lines.some(differs) && (
        <Flex justify="end">
          <Button type="primary" loading={busy} disabled={ready.length === 0} onClick={() => void save()}>
            {text('saveRecount')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
  // A table inside a description would widen it past the drawer.
  if (isBare) return <div style={{ maxWidth: 'min(690px, calc(100vw - 170px))', overflowX: 'auto' }}>{body}</div>;
  return (
    <Card
      size="small"
      title={text(count.status === 'counted' ? 'waits' : 'over')}
      extra={
        <Flex gap={8} align="center">
          <Switch size="small" checked={onlyDiffs} onChange={setOnlyDiffs} aria-label={text('onlyDiffs')} />
          <span>{text('onlyDiffs')}</span>
        </Flex>
      }
    >
      {body}
    </Card>
  );
}

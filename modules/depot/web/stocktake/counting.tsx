import { PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Progress, Segmented, Table, Tag, Typography, theme } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Stocktake, type StocktakeLine, saveCounts } from '#modules/depot/contract/stocktake/stocktake.ts';
import { GoodsName } from '../goods/names.tsx';
import { useQuantity } from '../goods/quantity.tsx';
import { AddLotDialog } from './add-lot-dialog.tsx';
import './count.css';
import { linesQuery } from './lines-query.ts';
import { NumberPad } from './number-pad.tsx';

type Shown = 'all' | 'open' | 'done';

/** A scan, a lot number or part of a name: the line it means, those not counted yet first. */
export function findLine(lines: readonly StocktakeLine[], text: string): StocktakeLine | undefined {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return undefined;
  const ordered = lines.toSorted((a, b) => Number(a.countedQty !== null) - Number(b.countedQty !== null));
  return (
    ordered.find((one) => one.lotNo.toLowerCase() === wanted || one.barcode?.toLowerCase() === wanted) ??
    ordered.find((one) => `${one.name} ${one.spec} ${one.lotNo}`.toLowerCase().includes(wanted))
  );
}

/** The next lot not counted yet, going round. */
function openAfter(lines: readonly StocktakeLine[], lotId: number): StocktakeLine | undefined {
  const at = lines.findIndex((one) => one.lotId === lotId);
  return [...lines.slice(at + 1), ...lines.slice(0, at)].find((one) => one.countedQty === null);
}

/** The sheet while it is counted: scan, type, Enter, next. Each figure is saved as it is confirmed. */
export function Counting({ count, onFinish }: { readonly count: Stocktake; onFinish(): void }) {
  const { token } = theme.useToken();
  const text = useTexts('depot.countPage');
  const { inUnits } = useQuantity();
  const client = useQueryClient();
  const query = linesQuery(count.id);
  const { data: lines = [], isPending, error, refetch } = useQuery(query);
  const [shown, setShown] = useState<Shown>('all');
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const figure = useRef<HTMLInputElement>(null);
  const current = lines.find((one) => one.lotId === chosen) ?? lines.find((one) => one.countedQty === null) ?? lines[0];
  const lotId = current?.lotId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor follows the lot, not the rows
  useEffect(() => {
    figure.current?.focus({ preventScroll: true });
  }, [lotId]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;

  const counted = lines.filter((one) => one.countedQty !== null).length;
  const confirm = async (qty: number) => {
    if (!current || busy) return;
    const saved = current.lotId;
    setBusy(true);
    setChosen(saved);
    try {
      await call(saveCounts, { body: { id: count.id, lines: [{ lotId: saved, countedQty: qty }] } });
      const after = client.setQueryData<readonly StocktakeLine[]>(query.queryKey, (old) =>
        old?.map((one) => (one.lotId === saved ? { ...one, countedQty: qty } : one)),
      );
      const next = openAfter(after ?? [], saved);
      // Who has gone to another lot meanwhile stays there.
      setChosen((now) => (now === saved ? (next?.lotId ?? saved) : now));
    } catch {
      // The client has said why; the figure stays.
    } finally {
      setBusy(false);
    }
  };
  const jump = (scan: string) => {
    const found = findLine(lines, scan);
    if (!found) {
      notify('warning', text('notFound', { text: scan }));
      return false;
    }
    setChosen(found.lotId);
    setShown('all');
    figure.current?.focus();
    return true;
  };
  const rows = lines.filter((one) => shown === 'all' || (one.countedQty === null) === (shown === 'open'));
  return (
    <Flex vertical gap={12} style={{ '--ml-count-line': token.colorBorder } as React.CSSProperties}>
      <Card size="small">
        <Flex gap={12} align="center" wrap>
          <ScanInput aria-label={text('scan')} placeholder={text('scan')} onScan={jump} style={{ flex: '1 1 260px' }} />
          <Progress
            percent={lines.length > 0 ? Math.round((counted / lines.length) * 100) : 0}
            style={{ flex: '1 1 180px', margin: 0 }}
          />
          <Typography.Text aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
            {text('progress', { n: counted, total: lines.length })}
          </Typography.Text>
          <Button type="primary" disabled={counted < lines.length} onClick={onFinish}>
            {text('finish')}
          </Button>
        </Flex>
      </Card>
      <div className="ml-count">
        <Card
          size="small"
          title={
            <Segmented<Shown>
              size="small"
              value={shown}
              onChange={setShown}
              options={(['all', 'open', 'done'] as const).map((value) => ({ value, label: text(value) }))}
            />
          }
          extra={
            <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              {text('addLot')}
            </Button>
          }
        >
          <Table<StocktakeLine>
            size="small"
            rowKey="lotId"
            pagination={false}
            scroll={{ x: 'max-content', y: 520 }}
            virtual={rows.length > 200}
            dataSource={rows}
            onRow={(one) => ({
              onClick: () => setChosen(one.lotId),
              style: { cursor: 'pointer', ...(one.lotId === lotId && { background: token.controlItemBgActive }) },
            })}
            columns={[
              { key: 'name', title: text('material'), render: (_, one) => <GoodsName goods={one} /> },
              {
                key: 'lot',
                title: text('lotNo'),
                render: (_, one) => (
                  <span data-record>
                    {one.lotNo} {one.added && <Tag>{text('added')}</Tag>}
                  </span>
                ),
              },
              { key: 'expires', title: text('expireOn'), render: (_, one) => one.expireOn ?? '-' },
              ...(lines.some((one) => one.bookQty !== null)
                ? [
                    {
                      key: 'book',
                      title: text('book'),
                      align: 'end' as const,
                      render: (_: unknown, one: StocktakeLine) =>
                        one.bookQty === null ? '-' : inUnits(one, one.bookQty),
                    },
                  ]
                : []),
              {
                key: 'counted',
                title: text('counted'),
                align: 'end',
                render: (_, one) =>
                  one.countedQty === null ? (
                    <Typography.Text type="warning">{text('open')}</Typography.Text>
                  ) : (
                    <strong>{inUnits(one, one.countedQty)}</strong>
                  ),
              },
            ]}
          />
        </Card>
        <Card size="small">
          {counted === lines.length && lines.length > 0 && (
            <Alert type="success" showIcon title={text('allCounted')} style={{ marginBlockEnd: 12 }} />
          )}
          {current && (
            <NumberPad
              key={`${current.lotId} ${current.countedQty}`}
              line={current}
              input={figure}
              busy={busy}
              onConfirm={(qty) => void confirm(qty)}
            />
          )}
        </Card>
      </div>
      {isAdding && <AddLotDialog countId={count.id} onClose={() => setAdding(false)} onAdded={() => void refetch()} />}
    </Flex>
  );
}

import { Segmented, Space, Tag } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type StockBalance, stockBalance } from '#modules/depot/contract/stock/stock-balance.ts';
import { Expiry } from '../common/expiry.tsx';
import { Quantity } from '../common/quantity.tsx';
import { ByMaterial } from './by-material.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { NumberedStock } from './numbered-stock.tsx';

const windows = {
  all: [null, null],
  expired: [null, '-1'],
  in30: ['0', '30'],
  in90: ['0', '90'],
} as const;
type Window = keyof typeof windows;

/** 库存查询: by lot and store, or by material; what runs out is a click away. */
export default function StockPage() {
  const text = useTexts('depot.stock');
  const url = useUrlState();
  const { search, openPage } = usePage();
  const may = { ledger: useCan('depot:ledger:list'), trace: useCan('depot:lot:trace'), hold: useCan('depot:lot:hold') };
  const [holding, setHolding] = useState<StockBalance | null>(null);
  const isGrouped = search.get('by') === 'material';
  const from = search.get('daysLeftFrom');
  const to = search.get('daysLeftTo');
  const window = (Object.keys(windows) as Window[]).find((key) => windows[key][0] === from && windows[key][1] === to);
  const modes = (
    <Segmented
      value={isGrouped ? 'material' : 'lot'}
      onChange={(value) => url.set({ by: value === 'material' ? 'material' : null })}
      options={[
        { value: 'lot', label: text('byLot') },
        { value: 'material', label: text('byMaterial') },
      ]}
    />
  );
  if (isGrouped) return <ByMaterial modes={modes} />;
  return (
    <>
      {!search.get('depotId') && (
        <NumberedStock
          kind={search.get('kind')}
          principalId={search.get('principalId')}
          regionCode={search.get('regionCode')}
        />
      )}
      <ResourcePage
        resource={stockBalance}
        isOwn={false}
        cells={{
          lotNo: (row) => (
            <Space size={4}>
              {row.lotNo}
              {row.quality !== 'ok' && (
                <Tag color={row.quality === 'recalled' ? 'red' : 'orange'}>{row.qualityName}</Tag>
              )}
            </Space>
          ),
          expireOn: (row) => <Expiry on={row.expireOn} />,
          qty: (row) => <Quantity qty={row.qty} of={{ baseUnit: row.baseUnit, packs: row.packs }} isStacked />,
          available: (row) => <Quantity qty={row.available} of={{ baseUnit: row.baseUnit }} />,
          reserved: (row) =>
            row.reserved > 0 ? <Quantity qty={row.reserved} of={{ baseUnit: row.baseUnit }} /> : <span>-</span>,
          onTheWay: (row) =>
            row.onTheWay > 0 ? <Quantity qty={row.onTheWay} of={{ baseUnit: row.baseUnit }} /> : <span>-</span>,
          avgCost: (row) => <span>{row.avgCost === null ? '-' : `¥${row.avgCost.toFixed(4)}`}</span>,
          worth: (row) => <span>{row.worth === null ? '-' : `¥${row.worth.toFixed(2)}`}</span>,
        }}
        actions={(row) => [
          ...(may.ledger
            ? [
                {
                  key: 'card',
                  label: text('card'),
                  run: () => openPage(`/pri/depot/ledger?card=${row.depotId}:${row.materialId}:${row.lotId}`),
                },
              ]
            : []),
          ...(may.trace
            ? [{ key: 'trace', label: text('trace'), run: () => openPage(`/pri/depot/lotTrace?lotId=${row.lotId}`) }]
            : []),
          ...(may.hold && row.quality !== 'recalled'
            ? [{ key: 'hold', label: text(row.quality === 'hold' ? 'release' : 'hold'), run: () => setHolding(row) }]
            : []),
        ]}
        extra={() => (
          <Space wrap>
            {modes}
            <Segmented
              value={window ?? 'all'}
              onChange={(value) =>
                url.set({
                  daysLeftFrom: windows[value as Window][0],
                  daysLeftTo: windows[value as Window][1],
                  page: null,
                })
              }
              options={(Object.keys(windows) as Window[]).map((value) => ({ value, label: text(value) }))}
            />
          </Space>
        )}
      />
      {holding && (
        <HoldDialog
          lotId={holding.lotId}
          depot={{ id: holding.depotId, name: holding.depotIdName ?? '' }}
          lotNo={holding.lotNo}
          isHeld={holding.quality === 'hold'}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  );
}

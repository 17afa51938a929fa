import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  DatePicker,
  Drawer,
  Empty,
  Flex,
  Input,
  InputNumber,
  Space,
  Table,
  Tag,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { marketPrice, priceGrid, savePrices } from '#modules/farm/contract/market/market.ts';

/** 行情采集: prices one by one, or a whole day of the county's markets at once. */
export default function MarketPricePage() {
  const text = useTexts('farm.priceGrid');
  const mayEdit = useCan('anm:marketPrice:edit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        resource={marketPrice}
        cells={{
          changePct: (row) =>
            row.changePct === null ? (
              '-'
            ) : (
              <Typography.Text {...(Math.abs(row.changePct) > 30 && { type: 'danger' })}>
                {row.changePct}%
              </Typography.Text>
            ),
        }}
        extra={() =>
          mayEdit && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {text('title')}
            </Button>
          )
        }
      />
      <Drawer
        open={isOpen}
        size="min(1100px, 100vw)"
        title={text('title')}
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        {isOpen && <Grid onDone={() => setOpen(false)} />}
      </Drawer>
    </>
  );
}

function Grid({ onDone }: { onDone(): void }) {
  const text = useTexts('farm.priceGrid');
  const products = useDict('market_product').options;
  const units = useDict('market_unit').options;
  const changed = useChanged(marketPrice);
  const [onDate, setOnDate] = useState(dayjs().format('YYYY-MM-DD'));
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const [more, setMore] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.priceGrid', onDate],
    queryFn: () => call(priceGrid, { query: { onDate }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const markets = [...data.markets, ...more.filter((one) => !data.markets.includes(one))];
  const cellOf = new Map(data.cells.map((one) => [`${one.product} ${one.market}`, one]));
  const codes = [
    ...new Set(data.cells.map((one) => one.product)),
    ...(data.cells.length === 0 ? products.map((one) => one.dictValue) : []),
  ];
  const rows = Object.entries(typed).flatMap(([key, price]) => {
    const [product = '', ...market] = key.split(' ');
    return price ? [{ product, market: market.join(' '), price: toCents(price) }] : [];
  });
  const save = async () => {
    setBusy(true);
    try {
      const { saved, toConfirm } = await call(savePrices, { body: { onDate, rows } });
      notify('success', text('saved', { n: saved }));
      if (toConfirm.length > 0) notify('warning', text('farN', { n: toConfirm.length }));
      setTyped({});
      void changed();
      onDone();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} wrap align="center" justify="space-between">
        <Space wrap>
          <Typography.Text strong>{data.regionName}</Typography.Text>
          <DatePicker
            value={dayjs(onDate)}
            maxDate={dayjs()}
            allowClear={false}
            onChange={(day) => day && setOnDate(day.format('YYYY-MM-DD'))}
          />
          <Typography.Text type="secondary">
            {text('reported')} {data.reported} / {markets.length}
          </Typography.Text>
        </Space>
        <Space.Compact>
          <Input
            value={name}
            maxLength={60}
            placeholder={text('market')}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            disabled={!name.trim()}
            onClick={() => {
              setMore((all) => [...all, name.trim()]);
              setName('');
            }}
          >
            {text('addMarket')}
          </Button>
        </Space.Compact>
      </Flex>
      {markets.length === 0 ? (
        <Empty description={text('noMarkets')} />
      ) : (
        <Table
          size="small"
          rowKey={(product) => product}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={codes}
          columns={[
            {
              title: '',
              fixed: 'left',
              render: (_, product) => {
                const unit = cellOf.get(`${product} ${markets[0]}`)?.unit ?? 'kg';
                return (
                  <Flex vertical>
                    <span>{products.find((one) => one.dictValue === product)?.dictLabel ?? product}</span>
                    <Typography.Text type="secondary">
                      {units.find((one) => one.dictValue === unit)?.dictLabel}
                    </Typography.Text>
                  </Flex>
                );
              },
            },
            ...markets.map((market) => ({
              title: market,
              key: market,
              render: (_: unknown, product: string) => {
                const key = `${product} ${market}`;
                const cell = cellOf.get(key);
                if (cell?.status === 'published')
                  return (
                    <span>
                      {moneyText(cell.price ?? 0)} <Tag color="success">{text('published')}</Tag>
                    </span>
                  );
                const value = typed[key] ?? (cell?.price ? cell.price / 100 : null);
                const last = cell?.last ?? null;
                const isFar = value !== null && last !== null && (value * 100 > last * 1.3 || value * 100 < last * 0.7);
                return (
                  <Flex vertical>
                    <InputNumber
                      value={value}
                      min={0.01}
                      precision={2}
                      aria-label={`${product} ${market}`}
                      {...(isFar && { status: 'warning' })}
                      onChange={(next) => setTyped((all) => ({ ...all, [key]: next }))}
                    />
                    <Typography.Text type={isFar ? 'warning' : 'secondary'}>
                      {last === null ? '' : `${text('last')} ${moneyText(last)}`}
                    </Typography.Text>
                  </Flex>
                );
              },
            })),
          ]}
        />
      )}
      <Alert type="info" title={text('far')} />
      <Button
        type="primary"
        loading={busy}
        disabled={rows.length === 0}
        onClick={() => void save()}
        style={{ alignSelf: 'start' }}
      >
        {text('save')} {rows.length > 0 && rows.length}
      </Button>
    </Flex>
  );
}

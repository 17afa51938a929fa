import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Space, Table, Tag, Tooltip, Typography } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { type LotUsage, lotUsage } from '#modules/prevention/contract/settings/vaccine.ts';
import { HoldLot } from './hold-lot.tsx';

const colours: Record<string, string> = { ok: 'green', hold: 'orange', recalled: 'red' };
const figure = (n: number) => n.toLocaleString('en');

/** 在用批次: what was done with each lot and what became of it; worst first. */
export function LotsInUse({ modes }: { readonly modes: ReactNode }) {
  const t = useT();
  const text = useTexts('prevention.lotUsage');
  const { search, openPage } = usePage();
  const qualities = useDict('lot_quality').options;
  const may = {
    trace: useCan('depot:lot:trace'),
    hold: useCan('depot:lot:recall'),
    visits: useCan('ant:visit:list'),
    cases: useCan('ant:stress:list'),
  };
  const [held, setHeld] = useState<LotUsage | null>(null);
  const lotId = Number(search.get('lotId')) || undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.lotUsage', lotId],
    queryFn: () => call(lotUsage, { query: lotId ? { lotId } : {}, quiet: true }),
  });
  const linked = (n: number, may_: boolean, path: string, danger = false) => {
    if (n === 0) return <Typography.Text type="secondary">0</Typography.Text>;
    const shown = danger ? <Typography.Text type="danger">{figure(n)}</Typography.Text> : figure(n);
    return may_ ? <PageLink to={path}>{shown}</PageLink> : shown;
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const cases = (row: LotUsage) => `/ant/preventionMange/stressRelatedDeaths?lotNo=${encodeURIComponent(row.lotNo)}`;
  return (
    <Card size="small">
      <Flex justify="space-between" style={{ marginBlockEnd: 12 }}>
        {modes}
        <Button onClick={() => void refetch()} loading={isFetching}>
          {t('kit.refresh')}
        </Button>
      </Flex>
      <Table<LotUsage>
        aria-label={t('prevention.setting.lots')}
        size="small"
        rowKey="lotId"
        loading={isFetching}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 1280, y: 560 }}
        locale={{ emptyText: text('none') }}
        columns={[
          {
            key: 'lotNo',
            title: text('lotNo'),
            fixed: 'start',
            width: 130,
            render: (_, row) =>
              may.trace ? <PageLink to={`/pri/depot/lotTrace?lotId=${row.lotId}`}>{row.lotNo}</PageLink> : row.lotNo,
          },
          { key: 'material', title: text('material'), dataIndex: 'materialName', width: 220, ellipsis: true },
          { key: 'manufacturer', title: text('manufacturer'), dataIndex: 'manufacturer', width: 130, ellipsis: true },
          { key: 'expireOn', title: text('expireOn'), width: 170, render: (_, row) => <Until on={row.expireOn} /> },
          {
            key: 'quality',
            title: text('quality'),
            width: 90,
            render: (_, row) => (
              <Tooltip title={row.qualityReason}>
                <Tag color={colours[row.quality] ?? 'default'}>
                  {qualities.find((one) => one.dictValue === row.quality)?.dictLabel ?? row.quality}
                </Tag>
              </Tooltip>
            ),
          },
          { key: 'onHand', title: text('onHand'), align: 'end', width: 90, render: (_, row) => figure(row.onHand) },
          { key: 'doses', title: text('doses'), align: 'end', width: 100, render: (_, row) => figure(row.doses) },
          {
            key: 'visits',
            title: text('visits'),
            align: 'end',
            width: 90,
            render: (_, row) =>
              linked(row.visits, may.visits, `/ant/preventionMange/logs?lotNo=${encodeURIComponent(row.lotNo)}`),
          },
          { key: 'heads', title: text('heads'), align: 'end', width: 100, render: (_, row) => figure(row.heads) },
          {
            key: 'reactions',
            title: text('reactions'),
            align: 'end',
            width: 100,
            render: (_, row) => linked(row.reactions, may.cases, cases(row)),
          },
          {
            key: 'deaths',
            title: text('deaths'),
            align: 'end',
            width: 80,
            render: (_, row) => linked(row.deaths, may.cases, `${cases(row)}&outcome=died`, true),
          },
          {
            key: 'rate',
            title: text('rate'),
            align: 'end',
            width: 120,
            render: (_, row) => (
              <Space size={4}>
                {row.rate === null ? '-' : row.rate.toFixed(2)}
                {row.isHigh && <Tag color="red">{text('isHigh')}</Tag>}
              </Space>
            ),
          },
          {
            key: 'antibody',
            title: text('antibody'),
            align: 'end',
            width: 120,
            render: (_, row) =>
              row.antibodyRate === null ? (
                <Typography.Text type="secondary">{text('noSamples')}</Typography.Text>
              ) : (
                <Tooltip title={figure(row.samples)}>{`${row.antibodyRate}%`}</Tooltip>
              ),
          },
          ...(may.hold || may.trace
            ? [
                {
                  key: 'do',
                  title: t('kit.actions'),
                  fixed: 'end' as const,
                  width: 150,
                  render: (_: unknown, row: LotUsage) => (
                    <Space size={8}>
                      {may.trace && (
                        <Button
                          type="link"
                          size="small"
                          style={{ padding: 0 }}
                          onClick={() => openPage(`/pri/depot/lotTrace?lotId=${row.lotId}`)}
                        >
                          {text('trace')}
                        </Button>
                      )}
                      {may.hold && row.quality !== 'recalled' && (
                        <Button
                          type="link"
                          size="small"
                          danger={row.quality === 'ok'}
                          style={{ padding: 0 }}
                          onClick={() => setHeld(row)}
                        >
                          {text(row.quality === 'hold' ? 'release' : 'hold')}
                        </Button>
                      )}
                    </Space>
                  ),
                },
              ]
            : []),
        ]}
      />
      {held && (
        <HoldLot lotId={held.lotId} lotNo={held.lotNo} isHeld={held.quality === 'hold'} onClose={() => setHeld(null)} />
      )}
    </Card>
  );
}

/** The day on the pack, with how long that is where it is near. */
export function Until({ on, near = 30 }: { readonly on: string | null; readonly near?: number }) {
  const t = useT();
  if (!on) return <span>-</span>;
  const days = dayjs(on).diff(dayjs().startOf('day'), 'day');
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {on} {days < 0 && <Tag color="red">{t('prevention.lotUsage.over')}</Tag>}
      {days >= 0 && days <= near && (
        <Tag color={days <= 7 ? 'red' : 'orange'}>{t('prevention.lotUsage.days', { n: days })}</Tag>
      )}
    </span>
  );
}

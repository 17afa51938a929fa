import { Button, Card, Flex, Slider, Switch, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { bandColour } from './band-colours.ts';
import { useDictLabel } from './dict-label.ts';
import { type PricePct, useWhatIf } from './use-value.ts';

const bands = ['within', 'warn', 'call', 'stop'] as const;
const mark = (label: string) => ({ label, style: { whiteSpace: 'nowrap' as const } });
const marks = { '-20': mark('−20 %'), '-12': mark('−12 %'), 0: mark('0'), 10: mark('+10 %') };

/** The slider over the whole book: which lines would cross at other prices. Nothing is stored. */
export function WhatIf({ stages }: { readonly stages: readonly string[] }) {
  const text = useTexts('bank.value');
  const stageOf = useDictLabel('stage');
  const [isByStage, setByStage] = useState(false);
  const [all, setAll] = useState(0);
  const [each, setEach] = useState<Record<string, number>>({});
  const [pricePct, ask] = useDebounced<PricePct>(0, 150);
  const { data, isFetching } = useWhatIf(pricePct);
  const slider = (label: string, value: number, onChange: (next: number) => void) => (
    <Flex key={label} align="center" gap={12}>
      <Typography.Text style={{ width: 110 }}>{label}</Typography.Text>
      <Slider
        style={{ flex: 1 }}
        min={-20}
        max={10}
        marks={marks}
        value={value}
        onChange={onChange}
        tooltip={{ formatter: (n) => `${n} %` }}
      />
    </Flex>
  );
  return (
    <Card
      size="small"
      title={text('whatIf')}
      extra={
        <Flex gap={8} align="center">
          <Switch
            size="small"
            checked={isByStage}
            onChange={(on) => {
              setByStage(on);
              ask(on ? each : all);
            }}
            aria-label={text('byStage')}
          />
          <span>{text('byStage')}</span>
          <Button
            size="small"
            onClick={() => {
              setAll(0);
              setEach({});
              ask(0);
            }}
          >
            {text('reset')}
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph type="secondary">{text('whatIfHint')}</Typography.Paragraph>
      {isByStage
        ? stages.map((stage) =>
            slider(stageOf(stage), each[stage] ?? 0, (next) => {
              const moved = { ...each, [stage]: next };
              setEach(moved);
              ask(moved);
            }),
          )
        : slider(text('all'), all, (next) => {
            setAll(next);
            ask(next);
          })}
      {data && (
        <>
          <Flex gap={16} wrap style={{ marginBlock: 8 }}>
            {bands.map((band) => (
              <Tag key={band} color={bandColour[band]}>{`${text(`band_${band}`)} ${data.bands[band]}`}</Tag>
            ))}
            <span>{`${text('eligible')} ${moneyText(data.eligibleBefore)} → ${moneyText(data.eligibleAfter)}`}</span>
          </Flex>
          <Table
            size="small"
            rowKey="creditLineId"
            loading={isFetching}
            title={() => text('crossing')}
            locale={{ emptyText: text('noCrossing') }}
            dataSource={data.crossing}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
            scroll={{ x: 720 }}
            columns={[
              {
                key: 'docNo',
                title: text('by_line'),
                render: (_, one) => <PageLink to={`/bank/credit/detail?id=${one.creditLineId}`}>{one.docNo}</PageLink>,
              },
              { key: 'client', title: text('by_client'), dataIndex: 'client' },
              {
                key: 'balance',
                title: text('balance'),
                align: 'right',
                render: (_, one) => moneyText(one.balanceCents),
              },
              {
                key: 'after',
                title: text('eligibleAfter'),
                align: 'right',
                render: (_, one) => moneyText(one.eligibleAfter),
              },
              {
                key: 'from',
                title: text('from'),
                align: 'right',
                render: (_, one) => <Tag color={bandColour[one.from]}>{`${formatLtv(one.ltvBefore)} %`}</Tag>,
              },
              {
                key: 'to',
                title: text('to'),
                align: 'right',
                render: (_, one) => <Tag color={bandColour[one.to]}>{`${formatLtv(one.ltvAfter)} %`}</Tag>,
              },
            ]}
          />
        </>
      )}
    </Card>
  );
}

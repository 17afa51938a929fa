import { Card, Flex, Statistic, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import type { Report } from './cost-report.page.tsx';

/** Below it a figure of gain says that too few were weighed (R42). */
const enough = 60;

/** The figures the boss asks for; those that have rows open them. */
export function CostTiles({ data, onOpen }: { readonly data: Report; onOpen(kind: 'gain' | 'costKg'): void }) {
  const text = useTexts('farm.costReport');
  const isFew = data.weighedPct !== null && data.weighedPct < enough;
  const few = isFew && <Tag color="warning">{text('few')}</Tag>;
  const cents = (value: number | null) => (value === null ? '-' : moneyText(value));
  const tile = (key: string, title: string, value: ReactNode, more: ReactNode = null, unit = '') => (
    <Statistic
      key={key}
      title={
        <>
          {title} {more}
        </>
      }
      valueRender={() => value}
      suffix={value === '-' ? '' : unit}
    />
  );
  return (
    <Card size="small">
      <Flex gap={36} wrap>
        {tile(
          'costGain',
          text('costGain'),
          data.costGain === null ? '-' : <TextButton onClick={() => onOpen('gain')}>{cents(data.costGain)}</TextButton>,
          few,
          text('perKg'),
        )}
        {tile('fcr', text('fcr'), data.fcr ?? '-', few)}
        {tile('headDay', text('headDay'), cents(data.headDayCost), null, text('yuan'))}
        {tile(
          'costKg',
          text('costKg'),
          data.costKg === null ? '-' : <TextButton onClick={() => onOpen('costKg')}>{cents(data.costKg)}</TextButton>,
          null,
          text('perKg'),
        )}
        {tile(
          'price',
          `${text('price')} ${data.price?.on ?? ''}`,
          data.price ? cents(data.price.cents) : '-',
          null,
          text('perKg'),
        )}
        {tile('weighed', text('weighed'), data.weighedPct === null ? '-' : `${data.weighedPct}%`)}
        {tile('cashIn', text('cashIn'), moneyText(data.cashIn), null, text('yuan'))}
        {tile('cashOut', text('cashOut'), moneyText(data.cashOut), null, text('yuan'))}
      </Flex>
    </Card>
  );
}

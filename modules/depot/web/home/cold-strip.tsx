import { Flex, Tooltip, Typography, theme } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { DepotBoard } from '#modules/depot/contract/home/board.ts';

/** A store's last 24 hours: one mark per hour, green within its range, red outside, grey where nobody looked. */
export function ColdStrip({ store }: { readonly store: DepotBoard['cold'][number] }) {
  const t = useT();
  const { token } = theme.useToken();
  const now = Date.now();
  const hours = Array.from({ length: 24 }, (_, at) => {
    const [from, to] = [now - (24 - at) * 3_600_000, now - (23 - at) * 3_600_000];
    return store.readings.filter((one) => Date.parse(one.at) > from && Date.parse(one.at) <= to);
  });
  const last = store.readings.at(-1);
  return (
    <Flex align="center" gap={12} style={{ marginBlockEnd: 8 }}>
      <Typography.Text ellipsis style={{ width: 168, flex: 'none' }} data-record>
        <PageLink to={`/pri/depot/temperature?depotId=${store.depotId}`}>{store.depotName}</PageLink>
      </Typography.Text>
      <Flex gap={2} style={{ flex: 1 }}>
        {hours.map((readings, at) => {
          const worst = readings.find((one) => !one.inRange) ?? readings.at(-1);
          const color = worst ? (worst.inRange ? token.colorSuccess : token.colorError) : token.colorFillSecondary;
          return (
            <Tooltip
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place in the strip
              key={at}
              title={worst ? `${wallTime(worst.at)} ${worst.celsius} °C` : t('depot.board.noReading')}
            >
              <div style={{ flex: 1, height: 18, borderRadius: 2, background: color, minWidth: 3 }} />
            </Tooltip>
          );
        })}
      </Flex>
      <Typography.Text
        type={last && !last.inRange ? 'danger' : 'secondary'}
        style={{ width: 64, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}
      >
        {last ? `${last.celsius} °C` : '-'}
      </Typography.Text>
    </Flex>
  );
}

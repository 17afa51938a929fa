import { Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useT } from '#kit/web/i18n/i18n.ts';

/** The day on the pack, with how long that is: red when past, orange within a month, gold within three. */
export function Expiry({ on }: { readonly on: string | null | undefined }) {
  const t = useT();
  if (!on) return <Typography.Text type="secondary">{t('depot.stock.noExpiry')}</Typography.Text>;
  const days = dayjs(on).diff(dayjs().startOf('day'), 'day');
  const color = days < 0 ? 'red' : days <= 30 ? 'orange' : days <= 90 ? 'gold' : undefined;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {on}{' '}
      {color && (
        <Tag color={color}>
          {t.any(days < 0 ? 'depot.stock.daysOver' : 'depot.stock.daysLeft', { n: Math.abs(days) })}
        </Tag>
      )}
    </span>
  );
}

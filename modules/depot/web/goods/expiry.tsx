import { Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly on: string | null;
  readonly daysLeft: number | null;
}

/** A date that comes nearer: yellow in the last three months, red in the last one and after. */
export function Expiry({ on, daysLeft }: Props) {
  const t = useT();
  if (on === null) return <span>-</span>;
  const days = daysLeft ?? 0;
  const colour = days <= 30 ? 'error' : days <= 90 ? 'warning' : undefined;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {on}{' '}
      {colour ? (
        <Tag color={colour}>
          {t.any(`depot.medicineBoxPage.${days < 0 ? 'daysOver' : 'daysLeft'}`, { n: Math.abs(days) })}
        </Tag>
      ) : (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {t('depot.medicineBoxPage.daysLeft', { n: days })}
        </Typography.Text>
      )}
    </span>
  );
}

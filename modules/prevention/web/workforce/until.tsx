import { Space, Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { chinaToday } from './china-today.ts';

const soon = 60 * 86_400_000;

/** The last day of a certificate, marked when it is near or over. */
export function Until({ day }: { readonly day: string | null }) {
  const t = useT();
  if (!day) return <Typography.Text type="secondary">-</Typography.Text>;
  const left = Date.parse(day) - Date.parse(chinaToday());
  return (
    <Space size={4}>
      <span>{day}</span>
      {left < 0 ? (
        <Tag color="red">{t('prevention.workerPage.expired')}</Tag>
      ) : left < soon ? (
        <Tag color="orange">{t('prevention.workerPage.soon')}</Tag>
      ) : null}
    </Space>
  );
}

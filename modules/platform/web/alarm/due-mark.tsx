import { ClockCircleOutlined, FieldTimeOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { Alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { spoken } from './duration.ts';

/** How long there still is to acknowledge it, or since when it should have been. */
export function DueMark({ row }: { readonly row: Alarm }) {
  const t = useT();
  const language = useLanguage();
  if (!row.ackDueAt || row.status === 'closed' || row.status === 'handled') return <span>-</span>;
  const left = Date.parse(row.ackDueAt) - Date.now();
  const time = spoken(left, language);
  return left < 0 ? (
    <Typography.Text type="danger" strong title={wallTime(row.ackDueAt)}>
      <FieldTimeOutlined aria-hidden /> {t('platform.alarmPage.late', { time })}
    </Typography.Text>
  ) : (
    <Typography.Text title={wallTime(row.ackDueAt)}>
      <ClockCircleOutlined aria-hidden /> {t('platform.alarmPage.dueIn', { time })}
    </Typography.Text>
  );
}

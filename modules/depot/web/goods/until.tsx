import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';

const dayMs = 86_400_000;
const soon = 30;
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The day a paper runs out: red when it has, a warning in its last month. */
export function Until({ day }: { readonly day: string | null }) {
  const t = useT();
  if (day === null) return <span>-</span>;
  const left = Math.round((Date.parse(day) - Date.parse(today())) / dayMs);
  if (left < 0)
    return (
      <Typography.Text type="danger">
        {day}
        <Note>{t('depot.purveyorPage.expired')}</Note>
      </Typography.Text>
    );
  if (left <= soon)
    return (
      <Typography.Text type="warning">
        {day}
        <Note>{t('depot.purveyorPage.soon', { n: left })}</Note>
      </Typography.Text>
    );
  return <span>{day}</span>;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span style={{ display: 'block', fontSize: 12 }}>{children}</span>
);

import { Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { PrincipalDocument } from '#modules/registry/contract/principal/principal-document.ts';

/** How long a paper still holds: red when that is little, or over. */
export function DaysLeft({ row, near }: { readonly row: PrincipalDocument; readonly near: number }) {
  const t = useT();
  const { daysLeft } = row;
  if (daysLeft === null || !(row.status === 'valid' || row.status === 'expired')) return <span>-</span>;
  const words =
    daysLeft < 0 ? t('registry.documentPage.past', { n: -daysLeft }) : t('registry.documentPage.left', { n: daysLeft });
  return daysLeft < near ? <Typography.Text type="danger">{words}</Typography.Text> : <span>{words}</span>;
}

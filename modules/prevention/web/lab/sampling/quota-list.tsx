import { Table } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import type { QuotaRow } from '#modules/prevention/contract/lab/sample-task.ts';

export function RegionLabel({ code }: { readonly code: number }) {
  const path = useRegionPath(code);
  return (
    <span data-record>
      {path
        .slice(-2)
        .map((one) => one.name)
        .join(' ') || code}
    </span>
  );
}

/** How many households of which place, and heads of each. */
export function QuotaList({ quota }: { readonly quota: unknown }) {
  const t = useT();
  const rows = (Array.isArray(quota) ? quota : []) as QuotaRow[];
  return (
    <Table<QuotaRow>
      size="small"
      rowKey="regionCode"
      pagination={false}
      dataSource={rows}
      columns={[
        {
          key: 'region',
          title: t('prevention.labPage.region'),
          render: (_, row) => <RegionLabel code={row.regionCode} />,
        },
        { key: 'households', title: t('prevention.labPage.households'), dataIndex: 'households', align: 'end' },
        { key: 'heads', title: t('prevention.labPage.heads'), dataIndex: 'heads', align: 'end' },
      ]}
    />
  );
}

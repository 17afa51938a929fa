import { useQuery } from '@tanstack/react-query';
import { Flex, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { type ToolInfo, toolInfo, toolTotals } from '#modules/registry/contract/service/tool-info.ts';
import { CheckDialog } from './check-dialog.tsx';
import { ToolLogDrawer } from './tool-log-drawer.tsx';

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Things and who has them; each step is in its log. */
export default function ToolInfoPage() {
  const t = useT();
  const [checking, setChecking] = useState<ToolInfo | null>(null);
  const [logged, setLogged] = useState<ToolInfo | null>(null);
  return (
    <>
      <ResourcePage
        resource={toolInfo}
        cells={{
          value: (row) => <span>{row.value === null ? '-' : `¥${row.value.toFixed(2)}`}</span>,
          nextCheckOn: (row) => <NextCheck row={row} />,
        }}
        actions={(row) => [
          { key: 'log', label: t('registry.toolPage.log'), run: () => setLogged(row) },
          ...(row._can.includes('edit')
            ? [{ key: 'check', label: t('registry.toolPage.check'), run: () => setChecking(row) }]
            : []),
        ]}
        extra={() => <Totals />}
      />
      {checking && <CheckDialog tool={checking} onClose={() => setChecking(null)} />}
      {logged && <ToolLogDrawer tool={logged} onClose={() => setLogged(null)} />}
    </>
  );
}

function NextCheck({ row }: { readonly row: ToolInfo }) {
  if (!row.nextCheckOn) return <span>-</span>;
  const isDue = row.status !== 'scrapped' && row.nextCheckOn <= today();
  return isDue ? <Typography.Text type="danger">{row.nextCheckOn}</Typography.Text> : <span>{row.nextCheckOn}</span>;
}

function Totals() {
  const t = useT();
  const { options } = useDict('tool_info_status');
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(toolInfo), 'totals'],
    queryFn: () => call(toolTotals, { quiet: true }),
  });
  const label = (status: string) => options.find((one) => one.dictValue === status)?.dictLabel ?? status;
  return (
    <Flex gap={12} wrap>
      {data.map(({ status, n, value }) => (
        <Typography.Text key={status} type="secondary">
          {t('registry.toolPage.total', { status: label(status), n, value: value.toFixed(2) })}
        </Typography.Text>
      ))}
    </Flex>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Flex, Space, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { Filters } from '#kit/web/resource/use-resource-list.ts';
import { enclosureTotals, type Hovel, hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { pen } from '#modules/registry/contract/enclosure/pen.ts';
import { FillBar } from './fill-bar.tsx';
import { GeneratePens } from './generate-pens.tsx';
import { HovelTable } from './hovel-table.tsx';

/** Houses with their pens below them, and how full they are. */
export default function EnclosurePage() {
  const t = useT();
  const mayEdit = useCan('pri:enclosure:edit');
  const [generating, setGenerating] = useState<Hovel | null>(null);
  return (
    <>
      <ResourcePage
        resource={hovel}
        table={(props) => <HovelTable {...props} />}
        cells={{
          fill: (row) => <FillBar count={row.currentCount ?? 0} capacity={row.capacity} isOver={row.fill === 'over'} />,
          stages: (row) => <Stages stages={row.stages as Record<string, number> | null} />,
        }}
        extra={(list) => <Totals filters={list.filters} />}
        actions={(row) =>
          mayEdit
            ? [{ key: 'generate', label: t('registry.enclosurePage.generate'), run: () => setGenerating(row) }]
            : []
        }
      />
      {generating && <GeneratePens hovel={generating} onClose={() => setGenerating(null)} />}
    </>
  );
}

function Stages({ stages }: { readonly stages: Record<string, number> | null }) {
  const { options } = useDict('stage');
  if (!stages) return <span>-</span>;
  const label = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  return (
    <Space size={4}>
      {Object.entries(stages).map(([stage, n]) => (
        <Tag key={stage} style={{ margin: 0 }}>{`${label(stage)} ${n}`}</Tag>
      ))}
    </Space>
  );
}

function Totals({ filters }: { readonly filters: Filters }) {
  const t = useT();
  const { principalId, regionCode, kind, status } = filters;
  const query = {
    ...(principalId && { principalId }),
    ...(regionCode && { regionCode }),
    ...(kind && { kind }),
    ...(status && { status }),
  };
  const { data } = useQuery({
    // Changes with the pens, whose writes make it stale.
    queryKey: [...resourceKey(pen), 'totals', query],
    queryFn: () => call(enclosureTotals, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  const rate = data.capacity > 0 ? Math.round((100 * data.count) / data.capacity) : 0;
  return (
    <Flex gap={8} align="center">
      <Typography.Text type="secondary">{t('registry.enclosurePage.totals', { ...data, rate })}</Typography.Text>
      {data.over > 0 && (
        <Typography.Text type="danger">{t('registry.enclosurePage.over', { n: data.over })}</Typography.Text>
      )}
    </Flex>
  );
}

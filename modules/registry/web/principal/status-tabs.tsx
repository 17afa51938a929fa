import { useQuery } from '@tanstack/react-query';
import { Flex, Segmented, Space, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { principalTotals } from '#modules/registry/contract/principal/principal.ts';

const shown = ['pending', 'active', 'suspended', 'closed'] as const;

/** The list by status, each with its count, and what the region comes to. */
export function StatusTabs() {
  const text = useTexts('registry.principalList');
  const url = useUrlState();
  const { options } = useDict('principal_status');
  const regionCode = Number(url.get('regionCode')) || undefined;
  const { data } = useQuery({
    queryKey: ['registry.principal', 'totals', regionCode],
    queryFn: () => call(principalTotals, { query: regionCode ? { regionCode } : {}, quiet: true }),
  });
  const countOf = (status: string) => data?.byStatus.find((one) => one.status === status)?.n ?? 0;
  const labelOf = (status: string) => options.find((one) => one.dictValue === status)?.dictLabel ?? status;
  const status = url.get('status') ?? '';
  return (
    <Flex justify="space-between" align="center" gap={12} wrap style={{ marginBottom: 12 }}>
      <Segmented<string>
        value={shown.some((one) => one === status) ? status : ''}
        onChange={(next) => url.set({ status: next || null, pageNum: null })}
        options={[
          { value: '', label: `${text('all')} ${data ? data.principals : ''}` },
          ...shown.map((one) => ({ value: one, label: `${labelOf(one)} ${data ? countOf(one) : ''}` })),
        ]}
      />
      {data && (
        <Space size={20}>
          {(['principals', 'households', 'head'] as const).map((name) => (
            <Typography.Text key={name} type="secondary">
              {text(name)} <Typography.Text strong>{data[name].toLocaleString('en')}</Typography.Text>
            </Typography.Text>
          ))}
        </Space>
      )}
    </Flex>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { tenantArchives } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { bytesText } from '../common/bytes.ts';

/** What was written of a tenant when it was closed. */
export function Archives({ tenantNo }: { readonly tenantNo: number }) {
  const t = useT();
  const text = useTexts('platform.tenantDetails');
  const query = useQuery({
    queryKey: ['platform.tenantArchives', tenantNo],
    queryFn: () => call(tenantArchives, { query: { tenantNo }, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Alert type="info" showIcon title={text('archiveHelp')} />
      <Table
        size="small"
        rowKey="fileId"
        pagination={false}
        dataSource={query.data}
        columns={[
          { title: text('archiveFile'), dataIndex: 'fileName' },
          { title: text('archiveSize'), render: (_, one) => bytesText(one.size) },
          { title: text('archiveAt'), render: (_, one) => wallTime(one.createdAt) },
          { title: text('archiveUntil'), render: (_, one) => wallTime(one.keepUntil).slice(0, 10) },
          {
            title: t('kit.actions'),
            render: (_, one) => (
              <a href={one.url} download={one.fileName}>
                {text('download')}
              </a>
            ),
          },
        ]}
      />
    </Flex>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Flex, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { operLogInside } from '#modules/platform/contract/audit/sys-oper-log.ts';

/** Before and after, field by field; what was asked; and the seal that covers the row. */
export function OperInside({ id }: { readonly id: number }) {
  const text = useTexts('platform.sysOperLog');
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.operLogInside', id, language],
    queryFn: () => call(operLogInside, { params: { id }, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { changes, request, seal, rowHash } = query.data;
  const value = (shown: string | null) => shown ?? <Typography.Text type="secondary">{text('empty')}</Typography.Text>;
  return (
    <Flex vertical gap={12} style={{ minWidth: 0 }}>
      {changes.length === 0 ? (
        <Typography.Text type="secondary">{text('noChange')}</Typography.Text>
      ) : (
        <Table
          size="small"
          rowKey="field"
          pagination={false}
          dataSource={changes}
          columns={[
            { title: text('field'), dataIndex: 'label', width: '26%' },
            { title: text('before'), dataIndex: 'before', width: '37%', render: value, onCell: () => wrap },
            { title: text('after'), dataIndex: 'after', render: value, onCell: () => wrap },
          ]}
        />
      )}
      {request.path && (
        <div>
          <Typography.Text type="secondary">{text('request')}</Typography.Text>
          <div>
            <Tag>{request.method}</Tag>
            <Typography.Text code>/api/{request.path}</Typography.Text>
          </div>
          {request.params && (
            <pre
              data-record
              style={{ margin: '4px 0 0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 12 }}
            >
              {request.params}
            </pre>
          )}
        </div>
      )}
      <div>
        <Typography.Text type="secondary">{text('seal')}</Typography.Text>
        <div>
          {seal
            ? text('sealedBy', { id: seal.id, time: wallTime(seal.sealedAt), n: seal.rowCount })
            : text('notSealed')}
        </div>
        {seal && <Hash label={text('sealHash')} value={seal.sealHash} />}
        <Hash label={text('rowHash')} value={rowHash} />
      </div>
    </Flex>
  );
}

const wrap = { style: { overflowWrap: 'anywhere' as const } };

const Hash = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <Typography.Text type="secondary">{label} </Typography.Text>
    <Typography.Text code copyable={{ text: value }}>
      {value.slice(0, 16)}…
    </Typography.Text>
  </div>
);

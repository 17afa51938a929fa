import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Card, Table, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { type BaselineRow, securityBaseline } from '#modules/platform/contract/audit/security.ts';

export function BaselinePanel() {
  const text = useTexts('platform.security');
  const language = useLanguage();
  const { token } = theme.useToken();
  const query = useQuery({
    queryKey: ['platform.security', 'baseline', language],
    queryFn: () => call(securityBaseline, { quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data ?? [];
  const met = rows.filter((row) => row.met).length;
  return (
    <Card
      size="small"
      title={text('baseline')}
      extra={
        rows.length > 0 && (
          <Typography.Text type="secondary">{text('baselineOf', { n: met, all: rows.length })}</Typography.Text>
        )
      }
    >
      <Table<BaselineRow>
        size="small"
        rowKey="control"
        loading={query.isPending}
        pagination={false}
        dataSource={rows}
        columns={[
          {
            title: text('control'),
            width: '26%',
            render: (_, row) => text(row.control),
          },
          {
            title: text('value'),
            render: (_, row) => (
              <>
                {row.value}
                <div style={{ color: token.colorTextSecondary, fontSize: 12 }}>
                  {text('wanted')}: {row.wanted}
                </div>
              </>
            ),
          },
          {
            title: text('met'),
            width: 110,
            render: (_, row) => (
              <span style={{ color: row.met ? token.colorSuccessText : token.colorErrorText, whiteSpace: 'nowrap' }}>
                {row.met ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
                {text(row.met ? 'met' : 'notMet')}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Col, Flex, Row } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { listParams, type ParamRow } from '#modules/platform/contract/reference/params.ts';
import { BaselinePanel } from './baseline-panel.tsx';
import { ParamLine } from './param-line.tsx';

const groups = ['login', 'session', 'password', 'mfa', 'account', 'log', 'sensitive', 'watermark'] as const;
const groupOf = ({ paramKey }: ParamRow) => paramKey.split('.')[0] ?? '';

/** The security administrator's parameters, and beside them how far the tenant meets what is asked of it. */
export default function SecuritySettingsPage() {
  const t = useT();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.security', 'params', language],
    queryFn: () => call(listParams, { query: { owner: 'security_admin' }, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const rows = query.data;
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={13}>
        <Flex vertical gap={12}>
          {rows.every((row) => !row.mayEdit) && <Alert type="info" showIcon title={t('platform.security.readOnly')} />}
          {groups.map((group) => {
            const lines = rows.filter((row) => groupOf(row) === group);
            if (lines.length === 0) return null;
            return (
              <Card key={group} size="small" title={t.any(`platform.security.group.${group}`)}>
                {lines.map((row) => (
                  <ParamLine key={`${row.paramKey}-${row.version}`} row={row} />
                ))}
              </Card>
            );
          })}
        </Flex>
      </Col>
      <Col xs={24} xl={11}>
        <BaselinePanel />
      </Col>
    </Row>
  );
}

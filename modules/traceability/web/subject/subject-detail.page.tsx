import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Empty, Flex, Statistic, Tag, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { DictName } from '#modules/registry/web/index.ts';
import { subjectFile } from '#modules/traceability/contract/subject/trace-subject.ts';

const statusColors: Readonly<Record<string, string>> = {
  active: 'success',
  suspended: 'warning',
  expired: 'error',
  cancelled: 'default',
};

/** 主体详情: what is filed, which licences hold, and what the unit does. */
export default function SubjectDetailPage() {
  const text = useTexts('traceability.subjectPage');
  const { token } = theme.useToken();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { data, error, refetch } = useQuery({
    queryKey: ['traceability.subjectFile', id],
    queryFn: () => call(subjectFile, { query: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  if (id === null)
    return (
      <Card>
        <Empty description={text('noSubject')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Card
        size="small"
        title={<span data-record>{data.name}</span>}
        extra={
          <Tag color={statusColors[data.status] ?? 'default'}>
            <DictName dict="trace_subject_status" value={data.status} />
          </Tag>
        }
      >
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            { key: 'no', label: text('number'), children: data.subjectNo },
            { key: 'kind', label: text('kind'), children: <DictName dict="trace_subject_kind" value={data.kind} /> },
            { key: 'place', label: text('place'), children: data.region },
            {
              key: 'risk',
              label: text('risk'),
              children: data.risk ? <DictName dict="trace_subject_risk" value={data.risk} /> : '-',
            },
          ]}
        />
      </Card>
      <Card size="small" title={text('figures')}>
        <Flex gap={32} wrap>
          {data.figures.map((one) => (
            <Statistic key={one.key} title={text(`figure_${one.key}` as 'figure_declared')} value={one.n} />
          ))}
          {data.stock.map((one) => (
            <Statistic key={one.key} title={<DictName dict="species" value={one.key} />} value={one.n} />
          ))}
        </Flex>
      </Card>
      <Card size="small" title={text('licences')}>
        {data.licences.length === 0 && <Typography.Text type="secondary">{text('none')}</Typography.Text>}
        <Flex vertical gap={8}>
          {data.licences.map((one) => (
            <Flex key={one.docKind} gap={8} align="center">
              {one.ok ? (
                <CheckCircleFilled style={{ color: token.colorSuccess }} aria-hidden />
              ) : (
                <CloseCircleFilled style={{ color: token.colorError }} aria-hidden />
              )}
              <DictName dict="document_kind" value={one.docKind} />
              <Typography.Text type="secondary">
                {one.title === null ? text('noLicence') : one.validTo ? text('until', { date: one.validTo }) : null}
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      </Card>
      {data.vehicles.length > 0 && (
        <Card size="small" title={text('vehicles')}>
          <Flex gap={8} wrap>
            {data.vehicles.map((one) => (
              <Tag key={one.id} color={one.status === 'active' ? 'success' : 'error'}>
                {one.plateNo} {text('until', { date: one.validTo })}
              </Tag>
            ))}
          </Flex>
        </Card>
      )}
      {data.members.length > 0 && (
        <Card size="small" title={text('members')}>
          <Flex gap={8} wrap>
            {data.members.map((one) => (
              <Tag key={`${one.principalId} ${one.role}`} color={one.status === 'active' ? 'success' : 'warning'}>
                <DictName dict="subject_role" value={one.role} /> · {one.name}
              </Tag>
            ))}
          </Flex>
        </Card>
      )}
    </Flex>
  );
}

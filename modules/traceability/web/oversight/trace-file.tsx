import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Flex, Table, Tag, Timeline, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { DictName } from '#modules/registry/web/index.ts';
import { animalFile } from '#modules/traceability/contract/oversight/trace-animal.ts';
import { GraphView } from '../lot/graph-view.tsx';
import { ProofView } from '../public/proof-view.tsx';

/** One life in order, where it was and with whom, and whether its record is whole. */
export default function TraceFile({ id: animalId }: { readonly id: number }) {
  const t = useT();
  const text = useTexts('traceability.tracePage');
  const { token } = theme.useToken();
  const mayGraph = useCan('trace:inquiry:graph');
  const { data, error, refetch } = useQuery({
    queryKey: ['traceability.animalFile', animalId],
    queryFn: () => call(animalFile, { query: { animalId }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { chain } = data;
  return (
    <Flex vertical gap={12}>
      <Card
        size="small"
        title={data.tag}
        extra={data.grade && <Tag color="processing">{`${data.grade} · ${data.score}`}</Tag>}
      >
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            {
              key: 'species',
              label: t('traceability.traceAnimal.species'),
              children: <DictName dict="species" value={data.species} />,
            },
            {
              key: 'sex',
              label: t('traceability.traceAnimal.sex'),
              children: <DictName dict="animal_sex" value={data.sex} />,
            },
            { key: 'birth', label: t('traceability.traceAnimal.birthDate'), children: data.birthDate },
            {
              key: 'holder',
              label: t('traceability.traceAnimal.principalId'),
              children: `${data.holder} · ${data.region}`,
            },
            {
              key: 'missing',
              label: t('traceability.traceAnimal.missing'),
              children:
                data.missing.length === 0
                  ? text('nothing')
                  : data.missing.map((one) => (
                      <Tag key={one} color="warning">
                        <DictName dict="trace_node" value={one} />
                      </Tag>
                    )),
            },
            ...(data.timeOdd.length > 0
              ? [
                  {
                    key: 'odd',
                    label: t('traceability.traceAnimal.timeOdd'),
                    children: data.timeOdd.map((one) => (
                      <Tag key={one} color="error">
                        <DictName dict="trace_odd" value={one} />
                      </Tag>
                    )),
                  },
                ]
              : []),
            {
              key: 'chain',
              label: text('chain'),
              children: (
                <span style={{ color: chain.ok ? token.colorSuccess : token.colorError }}>
                  {chain.ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
                  {chain.ok
                    ? text('whole', { n: chain.count, sealed: chain.sealedTo })
                    : text('broken', { seq: chain.brokenAt ?? 0 })}
                </span>
              ),
            },
          ]}
        />
        <ProofView tagNo={data.tag} c="" />
      </Card>
      <Card size="small" title={text('stays')}>
        <Table
          size="small"
          rowKey={(one) => `${one.holder} ${one.from}`}
          pagination={false}
          scroll={{ x: true }}
          dataSource={data.stays}
          columns={[
            { dataIndex: 'holder', title: text('holder') },
            { dataIndex: 'place', title: text('place') },
            { dataIndex: 'from', title: text('from') },
            { dataIndex: 'to', title: text('to'), render: (value: string | null) => value ?? text('today') },
            { dataIndex: 'contacts', title: text('contacts'), align: 'right' },
          ]}
        />
      </Card>
      {data.lots.length > 0 && (
        <Card size="small" title={text('products')}>
          <Flex vertical gap={8}>
            {data.lots.map((one) => (
              <PageLink key={one.id} to={`/traceability/traceabilityManagement/lotDetail?id=${one.id}`}>
                {`${one.docNo} · ${one.productName}`}
              </PageLink>
            ))}
            {mayGraph && <GraphView nodeType="animal" id={animalId} />}
          </Flex>
        </Card>
      )}
      <Card size="small" title={text('events')}>
        <Timeline
          items={data.events.map((one) => ({
            key: String(one.seq),
            color: one.isVoided ? 'gray' : one.sealed ? 'green' : 'blue',
            content: (
              <>
                <Typography.Text delete={one.isVoided} strong>
                  <DictName dict="animal_event_kind" value={one.kind} />
                </Typography.Text>{' '}
                <Typography.Text type="secondary" data-record>
                  {`${one.on} · ${one.place} · ${one.holder}`}
                </Typography.Text>{' '}
                {one.lateDays > 7 && <Tag color="warning">{text('late', { n: one.lateDays })}</Tag>}
                {!one.sealed && <Tag>{text('waiting')}</Tag>}
              </>
            ),
          }))}
        />
      </Card>
    </Flex>
  );
}

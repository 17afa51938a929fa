import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { animalCare } from '#modules/cure/contract/treatment/animal-care.ts';
import { DictName } from '#modules/registry/web/index.ts';

/** 诊疗 of one animal: until when it must not leave, what it was given, what was ordered. */
export default function AnimalCare({ id }: { readonly id: number }) {
  const text = useTexts('cure.animalCare');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.animalCare', id],
    queryFn: () => call(animalCare, { query: { animalId: id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      {data.until ? (
        <Alert
          type="error"
          showIcon
          title={text('until', { date: data.until })}
          description={
            <span data-record>
              {[
                data.medicines,
                data.sourceNo,
                data.byGroup && text('byGroup'),
                data.milkUntil && text('milk', { at: wallTime(data.milkUntil).slice(0, 16) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          }
        />
      ) : (
        <Alert type="success" showIcon title={text('free')} />
      )}
      {data.lifted && (
        <Alert
          type="warning"
          showIcon
          title={text('lifted', { date: data.lifted.on, by: data.lifted.by ?? '-', reason: data.lifted.reason ?? '-' })}
        />
      )}
      <Typography.Text strong>{text('treatments')}</Typography.Text>
      <Table
        aria-label={text('treatments')}
        size="small"
        rowKey="id"
        pagination={data.treatments.length > 10 ? { pageSize: 10 } : false}
        dataSource={data.treatments}
        scroll={{ x: 860 }}
        locale={{ emptyText: text('noTreatments') }}
        columns={[
          { key: 'on', title: text('on'), dataIndex: 'on', width: 110 },
          {
            key: 'cause',
            title: text('cause'),
            width: 90,
            render: (_, one) => <DictName dict="treat_cause" value={one.cause} />,
          },
          { key: 'diagnosis', title: text('diagnosis'), width: 120, render: (_, one) => one.diagnosis ?? '-' },
          { key: 'medicines', title: text('medicines'), render: (_, one) => <span data-record>{one.medicines}</span> },
          { key: 'lots', title: text('lots'), width: 120, render: (_, one) => one.lots || '-' },
          {
            key: 'person',
            title: text('person'),
            width: 90,
            render: (_, one) => <span data-record>{one.person ?? '-'}</span>,
          },
          { key: 'meatUntil', title: text('meatUntil'), width: 110, render: (_, one) => one.meatUntil ?? '-' },
          {
            key: 'docNo',
            title: text('docNo'),
            width: 170,
            render: (_, one) => (
              <Flex gap={6} align="center">
                <PageLink to={`/cure/treatment/list?docNo=${encodeURIComponent(one.docNo)}`}>{one.docNo}</PageLink>
                {one.isVoided && <Tag>{text('voided')}</Tag>}
              </Flex>
            ),
          },
        ]}
      />
      {data.sheets.length > 0 && (
        <>
          <Typography.Text strong>{text('sheets')}</Typography.Text>
          <Table
            aria-label={text('sheets')}
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={data.sheets}
            scroll={{ x: 760 }}
            columns={[
              {
                key: 'issuedAt',
                title: text('issuedAt'),
                width: 150,
                render: (_, one) => (one.issuedAt ? wallTime(one.issuedAt).slice(0, 16) : '-'),
              },
              { key: 'diagnosis', title: text('diagnosis'), width: 120, render: (_, one) => one.diagnosis ?? '-' },
              {
                key: 'medicines',
                title: text('medicines'),
                render: (_, one) => <span data-record>{one.medicines}</span>,
              },
              { key: 'meatUntil', title: text('meatUntil'), width: 110, render: (_, one) => one.meatUntil ?? '-' },
              {
                key: 'status',
                title: text('status'),
                width: 90,
                render: (_, one) => <DictName dict="prescription_status" value={one.status} />,
              },
              {
                key: 'docNo',
                title: text('docNo'),
                width: 170,
                render: (_, one) => <PageLink to={`/cure/prescription/detail?id=${one.id}`}>{one.docNo}</PageLink>,
              },
            ]}
          />
        </>
      )}
    </Flex>
  );
}

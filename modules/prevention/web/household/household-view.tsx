import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Progress, Row, Space, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type HouseholdFile, householdFile } from '#modules/prevention/contract/household/household.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { ArchiveHead, ArchiveTabs, DictName } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { FileTabs } from './file-tabs.tsx';
import { usePrintBook } from './print-book.tsx';

const visitPath = '/ant/preventionMange/immuneVisit';

export function HouseholdView({ id }: { readonly id: number }) {
  const t = useT();
  const language = useLanguage();
  const { row, error, refresh } = useResourceDetail(principal, id);
  const file = useQuery({
    queryKey: ['prevention.householdFile', id, language],
    queryFn: () => call(householdFile, { params: { id }, quiet: true }),
  });
  const failure = file.error ?? error;
  if (failure) return <Failed error={failure} onRetry={() => (file.error ? void file.refetch() : refresh())} />;
  if (!row || !file.data) return <Waiting />;
  return (
    <>
      <ArchiveHead row={row} />
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <DueNow file={file.data} />
        </Col>
        <Col xs={24} xl={10}>
          <Stock file={file.data} />
        </Col>
      </Row>
      <Card size="small">
        <FileTabs file={file.data} />
      </Card>
      <Card size="small" title={t('prevention.householdFile.archive')}>
        <ArchiveTabs id={id} />
      </Card>
    </>
  );
}

function DueNow({ file }: { readonly file: HouseholdFile }) {
  const text = useTexts('prevention.householdFile');
  const { openPage } = usePage();
  const may = useMayOpen();
  const book = usePrintBook();
  const waiting = file.routine.filter((one) => one.remaining > 0 && one.month === file.routine[0]?.month);
  return (
    <Card
      size="small"
      style={{ height: '100%' }}
      title={
        <Space wrap>
          {text('dueNow')}
          {file.season && <Tag data-record>{file.season.name}</Tag>}
        </Space>
      }
      extra={
        <Space wrap>
          {may(visitPath) && (
            <Button size="small" type="primary" onClick={() => openPage(`${visitPath}?principalId=${file.id}`)}>
              {text('visit')}
            </Button>
          )}
          <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => book.ask(file.id)}>
            {text('book')}
          </Button>
        </Space>
      }
    >
      <Flex vertical gap={10}>
        <Typography.Text type="secondary" data-record>
          {[
            file.staffName ? text('worker', { name: file.staffName }) : text('noWorker'),
            file.lastVisitOn ? text('lastVisit', { on: file.lastVisitOn }) : text('noVisit'),
          ].join(' · ')}
        </Typography.Text>
        {file.plan
          .filter((one) => one.due > 0)
          .map((one) => (
            <Flex key={`${one.diseaseCode} ${one.species}`} align="center" gap={12}>
              <span style={{ flex: '0 0 190px' }} data-record>
                {one.diseaseName} · <DictName dict="species" value={one.species} />
              </span>
              <Progress
                aria-label={one.diseaseName}
                percent={Math.floor((one.done * 1000) / one.due) / 10}
                size="small"
                format={() => text('doneOfDue', { done: one.done, due: one.due })}
                style={{ flex: 1, minWidth: 120, margin: 0 }}
              />
            </Flex>
          ))}
        {waiting.map((one) => (
          <Space key={`${one.diseaseName} ${one.species}`} wrap>
            <Tag color="warning">{text('makeUp')}</Tag>
            <span data-record>
              {one.diseaseName} · <DictName dict="species" value={one.species} />
            </span>
            <span>{text('heads', { n: one.remaining })}</span>
            {Object.entries(one.reasons).map(([reason, n]) => (
              <Typography.Text key={reason} type="secondary">
                <DictName dict="routine_reason" value={reason} /> {n}
              </Typography.Text>
            ))}
          </Space>
        ))}
        {file.plan.every((one) => one.due === 0) && waiting.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingDue')} style={{ margin: 8 }} />
        )}
      </Flex>
      {book.paper}
    </Card>
  );
}

function Stock({ file }: { readonly file: HouseholdFile }) {
  const text = useTexts('prevention.householdFile');
  const sum = (key: 'tagged' | 'untagged') => file.stock.reduce((all, one) => all + one[key], 0);
  return (
    <Card
      size="small"
      style={{ height: '100%' }}
      title={text('stock')}
      extra={
        file.countedOn && (
          <Typography.Text type="secondary">{text('countedOn', { on: file.countedOn })}</Typography.Text>
        )
      }
    >
      <Table
        size="small"
        rowKey={(row) => `${row.species} ${row.stage}`}
        dataSource={[...file.stock]}
        pagination={false}
        scroll={{ y: 260 }}
        locale={{ emptyText: text('noStock') }}
        columns={[
          {
            key: 'species',
            title: text('species'),
            render: (_, row) => <DictName dict="species" value={row.species} />,
          },
          { key: 'stage', title: text('stage'), render: (_, row) => <DictName dict="stage" value={row.stage} /> },
          {
            key: 'tagged',
            title: text('tagged'),
            align: 'end',
            render: (_, row) =>
              row.tagged > 0 ? (
                <Opens
                  to={`/ant/animalProtection/management?status=inStock&principalId=${file.id}&species=${row.species}&stage=${row.stage}`}
                >
                  {row.tagged}
                </Opens>
              ) : (
                0
              ),
          },
          { key: 'untagged', title: text('untagged'), dataIndex: 'untagged', align: 'end' },
        ]}
        summary={() =>
          file.stock.length > 0 && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={2}>
                {text('total')}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} align="end">
                {sum('tagged')}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3} align="end">
                {sum('untagged')}
              </Table.Summary.Cell>
            </Table.Summary.Row>
          )
        }
      />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Drawer, Empty, Flex, Progress, Space, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Worker, type WorkerCard, worker, workerCard } from '#modules/prevention/contract/workforce/worker.ts';
import { chinaToday } from './china-today.ts';
import { MaybeLink } from './maybe-link.tsx';
import { Until } from './until.tsx';
import { WorkCalendar } from './work/work-calendar.tsx';
import { WorkerPhoto } from './worker-photo.tsx';

/** What somebody looks after, how far they are, and when they were out. */
export function WorkerCardDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const language = useLanguage();
  const text = useTexts('prevention.workerPage');
  const row = useResourceDetail(worker, id).row as Worker | undefined;
  const { options: grades } = useDict('worker_quarter_grade');
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(worker), 'card', id, language],
    queryFn: () => call(workerCard, { query: { id }, quiet: true }),
  });
  const label = useTexts('prevention.worker');
  return (
    <Drawer open size="min(860px, 100vw)" title={text('card')} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data || !row ? (
        <Waiting />
      ) : (
        <Flex vertical gap={16}>
          <Flex gap={16} align="center">
            <WorkerPhoto fileId={row.photoId} name={row.name} size={64} />
            <div>
              <Space>
                <Typography.Title level={4} style={{ margin: 0 }} data-record>
                  {row.name}
                </Typography.Title>
                <Tag>{row.statusName}</Tag>
                {row.lastGrade && <Tag color="blue">{row.lastGradeName}</Tag>}
              </Space>
              <div data-record>
                <Typography.Text type="secondary">{`${row.principalIdName ?? ''} · ${row.phone ?? ''}`}</Typography.Text>
              </div>
            </div>
          </Flex>
          <Descriptions
            size="small"
            bordered
            column={{ xs: 1, sm: 2 }}
            items={[
              { key: 'villages', label: label('villageCount'), children: row.villageCount },
              { key: 'households', label: label('householdCount'), children: row.householdCount },
              { key: 'stock', label: label('stock'), children: row.stock.toLocaleString('en') },
              { key: 'hired', label: label('hiredOn'), children: row.hiredOn },
              {
                key: 'certificate',
                label: label('certificateUntil'),
                children: <Until day={row.certificateUntil} />,
              },
              {
                key: 'education',
                label: text('education'),
                children: <span data-record>{data.education ?? '-'}</span>,
              },
              { key: 'age', label: label('age'), children: row.age ?? '-' },
              {
                key: 'papers',
                label: text('papers'),
                children:
                  data.certificates.length > 0 ? (
                    <AttachmentsField bizType="prevention.worker" value={data.certificates} />
                  ) : (
                    '-'
                  ),
              },
            ]}
          />
          <SeasonProgress card={data} staffId={id} />
          <Card size="small" title={text('calendar')}>
            <WorkCalendar days={data.days} today={chinaToday()} />
          </Card>
          <Card size="small" title={text('quarters')}>
            {data.quarters.length === 0 ? (
              <Typography.Text type="secondary">{text('noQuarters')}</Typography.Text>
            ) : (
              <Space wrap size={[8, 8]}>
                {data.quarters.map((one) => (
                  <MaybeLink key={one.id} to={`/ant/person/epidemicQuarter?basis=${one.id}`}>
                    <Tag>
                      {`${one.year} Q${one.quarter} · ${one.total} · ${grades.find(({ dictValue }) => dictValue === one.grade)?.dictLabel ?? one.grade}`}
                    </Tag>
                  </MaybeLink>
                ))}
              </Space>
            )}
          </Card>
        </Flex>
      )}
    </Drawer>
  );
}

const percent = (done: number, due: number) => (due > 0 ? Math.floor((done / due) * 1000) / 10 : 0);

function SeasonProgress({ card, staffId }: { readonly card: WorkerCard; readonly staffId: number }) {
  const t = useT();
  const text = useTexts('prevention.workerPage');
  const { season, villages } = card;
  return (
    <Card
      size="small"
      title={<span>{text('progress')}</span>}
      extra={season && <span data-record>{season.seasonName}</span>}
    >
      {season ? (
        <Flex gap={24} align="center" wrap style={{ marginBlockEnd: 12 }}>
          <Progress
            type="circle"
            size={84}
            percent={percent(season.done, season.due)}
            format={(n) => `${n}%`}
            aria-label={text('progress')}
          />
          <Space orientation="vertical" size={2}>
            <span>
              {`${text('due')} ${season.due.toLocaleString('en')} · ${text('done')} ${season.done.toLocaleString('en')} ${text('heads')}`}
            </span>
            <MaybeLink to={`/ant/preventionMange/household?seasonId=${season.seasonId}&staffId=${staffId}`}>
              {`${season.householdsDone} / ${season.households} ${text('households')}`}
            </MaybeLink>
          </Space>
        </Flex>
      ) : (
        <Typography.Paragraph type="secondary">{text('noSeason')}</Typography.Paragraph>
      )}
      {villages.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noVillages')} />
      ) : (
        <Table
          size="small"
          rowKey="code"
          pagination={false}
          dataSource={[...villages]}
          scroll={{ x: 480 }}
          columns={[
            { key: 'name', title: text('village'), dataIndex: 'name' },
            {
              key: 'households',
              title: t('prevention.worker.householdCount'),
              dataIndex: 'households',
              align: 'end',
            },
            { key: 'stock', title: text('stock'), dataIndex: 'stock', align: 'end' },
            { key: 'due', title: text('due'), dataIndex: 'due', align: 'end' },
            { key: 'done', title: text('done'), dataIndex: 'done', align: 'end' },
            {
              key: 'rate',
              width: 130,
              render: (_, one) =>
                one.due > 0 ? (
                  <Progress size="small" percent={percent(one.done, one.due)} aria-label={one.name} />
                ) : (
                  '-'
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

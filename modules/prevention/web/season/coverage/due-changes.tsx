import { useQuery } from '@tanstack/react-query';
import { Flex, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { fromWire, timeFormat } from '#kit/web/ui/times.ts';
import { type DueChange, dueChanges } from '#modules/prevention/contract/season/coverage.ts';
import { numberText } from '../../common/days.ts';
import { useDiseaseName } from '../../common/use-diseases.ts';
import { useLabel } from '../../common/use-label.ts';
import { SaveTable } from '../../livestock/save-table.tsx';

interface Props {
  readonly seasonId: number;
  readonly regionCode: number;
  readonly diseaseCode?: string | undefined;
  readonly species?: string | undefined;
}

const signed = (n: number): string => (n > 0 ? `+${numberText(n)}` : numberText(n));
const parts = ['stock', 'young', 'protected', 'elsewhere', 'unfit', 'exempt', 'gone'] as const;

/** How what is due came to be what it is: as published, what came and what went, each with its reason. */
export function DueChanges({ seasonId, regionCode, diseaseCode, species }: Props) {
  const text = useTexts('prevention.coveragePage');
  const nameOf = useDiseaseName();
  const kind = useLabel('species');
  const query = { seasonId, regionCode, ...(diseaseCode && { diseaseCode }), ...(species && { species }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.coverage', 'changes', query],
    queryFn: () => call(dueChanges, { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const cause = (one: string) => text.any(`dueCause.${one}`);
  const why = (row: DueChange) =>
    parts
      .filter((one) => row[one] !== 0)
      .map((one) => `${text.any(`duePart.${one}`)} ${signed(row[one])}`)
      .join('，');
  const sums = data.byCause.flatMap((one) =>
    ([one.up, one.down] as const).filter((n) => n !== 0).map((n) => ({ cause: one.cause, n })),
  );
  const tags = (row: DueChange) => row.animals.map((one) => one.earTag).join(' ');
  const time = (row: DueChange) => fromWire(row.at).format(timeFormat);
  return (
    <Flex vertical gap={8}>
      <Typography.Text strong data-testid="due-sum">
        {[
          `${text('published')} ${numberText(data.published)}`,
          ...sums.map(({ cause: one, n }) => `${n > 0 ? '+' : '−'} ${cause(one)} ${numberText(Math.abs(n))}`),
          `= ${text('due')} ${numberText(data.due)}`,
        ].join('  ')}
      </Typography.Text>
      <Flex justify="space-between" wrap gap={8}>
        <Typography.Text type="secondary">{text('dueRule')}</Typography.Text>
        <SaveTable
          title={text('changes')}
          head={['changedAt', 'household', 'village', 'disease', 'species', 'change', 'cause', 'made', 'tags'].map(
            (one) => text.any(one),
          )}
          rows={data.rows.map((row) => [
            time(row),
            row.holder,
            row.regionName,
            nameOf(row.diseaseCode),
            kind(row.species),
            signed(row.due),
            cause(row.cause),
            why(row),
            tags(row),
          ])}
        />
      </Flex>
      <Table<DueChange>
        aria-label={text('changes')}
        size="small"
        rowKey="id"
        dataSource={data.rows}
        pagination={data.rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 1020, y: 'calc(100vh - 460px)' }}
        locale={{ emptyText: text('noChanges') }}
        columns={[
          { key: 'at', title: text('changedAt'), width: 150, render: (_, row) => time(row) },
          { key: 'holder', title: text('household'), width: 140, ellipsis: true, render: (_, row) => row.holder },
          { key: 'place', title: text('village'), width: 110, ellipsis: true, render: (_, row) => row.regionName },
          {
            key: 'what',
            title: text('disease'),
            width: 150,
            render: (_, row) => `${nameOf(row.diseaseCode)} · ${kind(row.species)}`,
          },
          {
            key: 'due',
            title: text('change'),
            width: 80,
            align: 'end',
            render: (_, row) => <b>{signed(row.due)}</b>,
          },
          { key: 'cause', title: text('cause'), width: 110, render: (_, row) => <Tag>{cause(row.cause)}</Tag> },
          { key: 'made', title: text('made'), width: 180, render: (_, row) => why(row) },
          {
            key: 'tags',
            title: text('tags'),
            render: (_, row) => <Typography.Text ellipsis={{ tooltip: tags(row) }}>{tags(row) || '-'}</Typography.Text>,
          },
        ]}
      />
      {data.more && <Typography.Text type="warning">{text('moreChanges', { n: data.rows.length })}</Typography.Text>}
    </Flex>
  );
}

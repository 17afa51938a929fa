import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Empty, Flex, Table, type TableColumnType, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type CensusSheet, censusSheet, type SheetLine, stagesOf } from '#modules/prevention/contract/census/census.ts';
import { useLabel } from '../outbreak/names.tsx';
import { PlaceMap } from './place-map.tsx';

interface Line {
  readonly key: string;
  readonly species: string;
  readonly stage: string;
}

const lineOf = (sheet: CensusSheet, { species, stage }: Line) =>
  (sheet.lines as SheetLine[]).find((one) => one.species === species && one.stage === stage);

/** 普查户详情: the sheets of a household side by side, round by round. */
export default function CensusHouseholdPage() {
  const t = useT();
  const language = useLanguage();
  const { search } = usePage();
  const speciesOf = useLabel('species');
  const stageOf = useLabel('stage');
  const reasonOf = useLabel('census_sheet_missing_reason');
  const principalId = Number(search.get('principalId')) || null;
  const text = useTexts('prevention.censusHousehold');
  const label = useTexts('prevention.censusSheet');
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(censusSheet), 'of', principalId, language],
    queryFn: async () =>
      (
        await callEnvelope(callOf(censusSheet, 'list'), {
          query: { principalId: String(principalId), pageSize: '20' },
          quiet: true,
        })
      ).data as readonly CensusSheet[],
    enabled: principalId !== null,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (principalId !== null && !data) return <Waiting />;
  const sheets = [...(data ?? [])].sort((a, b) => b.roundId - a.roundId).slice(0, 6);
  const [first] = sheets;
  if (!first)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  const lines: Line[] = Object.entries(stagesOf).flatMap(([species, stages]) =>
    stages
      .map((stage) => ({ key: `${species} ${stage}`, species, stage }))
      .filter((line) => sheets.some((sheet) => lineOf(sheet, line))),
  );
  const columns: TableColumnType<Line>[] = [
    {
      key: 'kind',
      title: text('kind'),
      fixed: 'start',
      width: 150,
      render: (_, line) => `${speciesOf(line.species)} · ${stageOf(line.stage)}`,
    },
    ...sheets.map(
      (sheet, at): TableColumnType<Line> => ({
        key: String(sheet.id),
        title: <span data-record>{sheet.roundIdName ?? sheet.roundId}</span>,
        align: 'end',
        width: 190,
        render: (_, line) => {
          if (sheet.status === 'todo') return '-';
          const own = lineOf(sheet, line);
          const before = sheets[at + 1] && lineOf(sheets[at + 1] as CensusSheet, line);
          const n = (own?.tagged ?? 0) + (own?.untagged ?? 0);
          const moved =
            sheets[at + 1] && sheets[at + 1]?.status !== 'todo'
              ? n - ((before?.tagged ?? 0) + (before?.untagged ?? 0))
              : 0;
          return (
            <span>
              {n}
              {(own?.untagged ?? 0) > 0 && (
                <Typography.Text type="secondary">{` (${text('loose', { n: own?.untagged ?? 0 })})`}</Typography.Text>
              )}
              {moved !== 0 && (
                <Typography.Text
                  type={moved < 0 ? 'danger' : 'success'}
                >{` ${moved > 0 ? '+' : ''}${moved}`}</Typography.Text>
              )}
            </span>
          );
        },
      }),
    ),
  ];
  const facts: [string, (sheet: CensusSheet) => ReactNode][] = [
    ['status', (sheet) => <Tag>{sheet.statusName}</Tag>],
    ['countedOn', (sheet) => sheet.countedOn ?? '-'],
    ['countedByName', (sheet) => <span data-record>{sheet.countedByName ?? '-'}</span>],
    ['checkedByName', (sheet) => <span data-record>{sheet.checkedByName ?? '-'}</span>],
    ['taggedSeen', (sheet) => (sheet.taggedSeen === null ? '-' : `${sheet.taggedSeen} / ${sheet.taggedSystem}`)],
    ['untagged', (sheet) => sheet.untagged ?? '-'],
    [
      'difference',
      (sheet) => (
        <Typography.Text {...(sheet.differs && { type: 'danger' as const })}>{sheet.difference ?? '-'}</Typography.Text>
      ),
    ],
    ['empty', (sheet) => t(sheet.empty ? 'kit.yes' : 'kit.no')],
  ];
  const words = (sheet: CensusSheet) => (sheet.missingWords ?? {}) as Record<string, { reason?: string }>;
  const place = sheets.find((sheet) => sheet.location)?.location ?? null;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {first.principalIdName}
            </Typography.Title>
            <Typography.Text type="secondary" data-record>
              {first.regionCodeName}
            </Typography.Text>
          </Flex>
          <PageLink to={`/pri/mainFile?id=${principalId}`}>{text('archive')}</PageLink>
        </Flex>
      </Card>
      <Card size="small" title={text('sideBySide')}>
        {lines.length > 0 ? (
          <Table<Line>
            aria-label={text('sideBySide')}
            size="small"
            rowKey="key"
            dataSource={lines}
            columns={columns}
            pagination={false}
            scroll={{ x: 150 + sheets.length * 190 }}
          />
        ) : (
          <Empty description={text('noHeads')} />
        )}
      </Card>
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))', gap: 12 }}
      >
        {sheets.map((sheet) => (
          <Card key={sheet.id} size="small" title={<span data-record>{sheet.roundIdName ?? sheet.roundId}</span>}>
            <Descriptions
              size="small"
              column={1}
              items={facts.map(([name, render]) => ({ key: name, label: label.any(name), children: render(sheet) }))}
            />
            {(sheet.missing as string[]).length > 0 && (
              <Flex vertical gap={4} style={{ marginBlockStart: 8 }}>
                <Typography.Text type="secondary">{label('missing')}</Typography.Text>
                {(sheet.missing as string[]).map((tag) => (
                  <span key={tag} data-record>
                    {tag}{' '}
                    <Tag color={words(sheet)[tag] ? 'default' : 'orange'}>
                      {words(sheet)[tag]?.reason ? reasonOf(words(sheet)[tag]?.reason) : text('noWord')}
                    </Tag>
                  </span>
                ))}
              </Flex>
            )}
            {(sheet.photoIds as number[]).length > 0 && (
              <AttachmentsField bizType="prevention.censusSheet" value={sheet.photoIds as number[]} />
            )}
          </Card>
        ))}
      </div>
      {place && (
        <Card size="small" title={label('location')}>
          <PlaceMap point={place} name={first.principalIdName ?? ''} />
        </Card>
      )}
    </Flex>
  );
}

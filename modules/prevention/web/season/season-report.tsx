import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Flex, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type CoverageRow, coverageStat } from '#modules/prevention/contract/season/coverage.ts';
import { type PreventionSeason, preventionSeason } from '#modules/prevention/contract/season/season.ts';
import { numberText } from '../common/days.ts';
import { useDiseaseName } from '../common/use-diseases.ts';
import { type Figures, figure } from './figures.ts';
import { ReportPaper } from './report-paper.tsx';

interface Frozen {
  readonly closedOn: string;
  readonly regions: readonly CoverageRow[];
  readonly children: readonly CoverageRow[];
}

/** 防疫季总结: the final table, the words about it, and both on paper. */
export function SeasonReport({ id, onClose }: { readonly id: number; onClose(): void }) {
  const language = useLanguage();
  const nameOf = useDiseaseName();
  const label = useTexts('prevention.preventionSeason');
  const text = useTexts('prevention.seasonPage');
  const [isPrinting, setPrinting] = useState(false);
  const maySee = useCan('ant:stat:coverage');
  const row = useResourceDetail(preventionSeason, id).row as unknown as PreventionSeason | undefined;
  const frozen = (row?.status === 'closed' ? row.summary : null) as Frozen | null;
  const live = useQuery({
    queryKey: ['prevention.coverage', { seasonId: id }, language],
    queryFn: () => call(coverageStat, { query: { seasonId: id }, quiet: true }),
    // A closed season's rows move no more: they tell what an old summary left out.
    enabled: row !== undefined && !frozen?.children.length && maySee,
  });
  const figures: Figures = frozen
    ? {
        closedOn: frozen.closedOn,
        total: frozen.regions.length === 1 ? (frozen.regions[0] ?? null) : null,
        rows: frozen.children.length > 0 ? frozen.children : (live.data?.rows ?? []),
      }
    : { closedOn: null, total: live.data?.total ?? null, rows: live.data?.rows ?? [] };
  const codes = [
    ...new Set(
      [...figures.rows, ...(figures.total ? [figures.total] : [])].flatMap((one) => Object.keys(one.diseases)),
    ),
  ];
  return (
    <Drawer
      open
      size="min(1080px, 100vw)"
      onClose={onClose}
      title={<span data-record>{row ? text('reportOf', { name: row.name }) : text('report')}</span>}
      extra={
        <Button icon={<PrinterOutlined aria-hidden />} disabled={!row} onClick={() => setPrinting(true)}>
          {text('print')}
        </Button>
      }
    >
      {live.error && <Failed error={live.error} onRetry={() => void live.refetch()} />}
      {!row || live.isLoading ? (
        <Waiting />
      ) : (
        <Flex vertical gap={16}>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 3 }}
            items={[
              { key: 'period', label: text('period'), children: `${row.startDate} – ${row.endDate}` },
              { key: 'regions', label: label('regionNames'), children: <span data-record>{row.regionNames}</span> },
              { key: 'households', label: label('households'), children: numberText(row.households ?? 0) },
              {
                key: 'as',
                label: text('asOf'),
                children: figures.closedOn ?? text('live'),
              },
            ]}
          />
          <Table<CoverageRow>
            aria-label={text('finalTable')}
            size="small"
            rowKey="regionCode"
            pagination={false}
            scroll={{ x: 460 + codes.length * 270 }}
            dataSource={[...figures.rows]}
            locale={{ emptyText: text('noFigures') }}
            columns={[
              { key: 'name', title: text('region'), fixed: 'start', width: 150, render: (_, one) => one.regionName },
              {
                key: 'households',
                title: text('householdsDone'),
                align: 'end',
                width: 130,
                render: (_, one) => `${numberText(one.householdsDone)} / ${numberText(one.households)}`,
              },
              ...codes.map((code) => ({
                key: code,
                title: <span data-record>{nameOf(code)}</span>,
                children: (['due', 'done', 'coverage'] as const).map((what) => ({
                  key: `${code}.${what}`,
                  title: label(what),
                  align: 'end' as const,
                  width: 90,
                  render: (_: unknown, one: CoverageRow) => figure(one, code, what),
                })),
              })),
            ]}
            summary={() =>
              figures.total && (
                <Table.Summary.Row style={{ fontWeight: 600 }}>
                  <Table.Summary.Cell index={0}>{text('total')}</Table.Summary.Cell>
                  <Table.Summary.Cell index={1} align="right">
                    {`${numberText(figures.total.householdsDone)} / ${numberText(figures.total.households)}`}
                  </Table.Summary.Cell>
                  {codes.flatMap((code, at) =>
                    (['due', 'done', 'coverage'] as const).map((what, place) => (
                      <Table.Summary.Cell key={`${code}.${what}`} index={2 + at * 3 + place} align="right">
                        {figures.total && figure(figures.total, code, what)}
                      </Table.Summary.Cell>
                    )),
                  )}
                </Table.Summary.Row>
              )
            }
          />
          <div>
            <Typography.Title level={5}>{label('summaryText')}</Typography.Title>
            {row.summaryText ? (
              <Typography.Paragraph style={{ whiteSpace: 'pre-wrap' }} data-record>
                {row.summaryText}
              </Typography.Paragraph>
            ) : (
              <Typography.Text type="secondary">{text('noSummary')}</Typography.Text>
            )}
            {row.summaryFileId && (
              <AttachmentsField bizType="prevention.preventionSeason" value={[row.summaryFileId]} />
            )}
          </div>
        </Flex>
      )}
      {isPrinting && row && <ReportPaper row={row} figures={figures} codes={codes} onDone={() => setPrinting(false)} />}
    </Drawer>
  );
}

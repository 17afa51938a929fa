import { useQuery } from '@tanstack/react-query';
import { Image, Table, type TableColumnType, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { HouseholdFile } from '#modules/prevention/contract/household/household.ts';
import { DictName, useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';

interface Column<Row> {
  readonly key: string;
  readonly draw?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  keyOf(row: Row): string;
}

/** Rows of one tab: columns by name, what is no plain text drawn by its own. */
function Rows<Row extends object>({ rows, columns, keyOf }: RowsProps<Row>) {
  const text = useTexts('prevention.householdFile');
  return (
    <Table<Row>
      size="small"
      rowKey={keyOf}
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: text('noRows') }}
      columns={columns.map(
        ({ key, draw, isNumber }): TableColumnType<Row> => ({
          key,
          title: text.any(key),
          ...(isNumber && { align: 'end' }),
          render: (_, row) => draw?.(row) ?? String((row as Record<string, unknown>)[key] ?? '-'),
        }),
      )}
    />
  );
}

const head = (key: string) => ({ key, isNumber: true }) as const;

/** Plan, visits, make-up, census, samples, reactions and photos of a holder. */
export function FileTabs({ file }: { readonly file: HouseholdFile }) {
  const text = useTexts('prevention.householdFile');
  const reason = useLabel('routine_reason');
  const conclusion = useLabel('sample_result_conclusion');
  const dict =
    <Row extends object>(name: string, key: keyof Row & string) =>
    (row: Row) => <DictName dict={name} value={row[key] as string} />;
  const photos = file.visits.flatMap((visit) => visit.photos.map((id) => ({ id, visit })));
  const tab = (key: string, n: number, children: ReactNode) => ({
    key,
    label: `${text.any(`tab_${key}`)} ${n}`,
    children,
  });
  return (
    <Tabs
      items={[
        tab(
          'plan',
          file.plan.length,
          <Rows
            rows={file.plan}
            keyOf={(row) => `${row.diseaseCode} ${row.species}`}
            columns={[
              { key: 'diseaseName' },
              { key: 'species', draw: dict('species', 'species') },
              ...['stock', 'young', 'protected', 'exempt', 'due', 'done', 'remaining'].map(head),
            ]}
          />,
        ),
        tab(
          'visits',
          file.visits.length,
          <Rows
            rows={file.visits}
            keyOf={(row) => row.docNo}
            columns={[
              {
                key: 'docNo',
                draw: (row) => <Opens to={`/ant/preventionMange/visitDetail?id=${row.id}`}>{row.docNo}</Opens>,
              },
              { key: 'visitedOn' },
              { key: 'mode', draw: dict('immune_mode', 'mode') },
              ...['cattle', 'sheep', 'goat'].map(head),
              { key: 'vaccines' },
              { key: 'staffName' },
              { key: 'result', draw: dict('visit_result', 'result') },
            ]}
          />,
        ),
        tab(
          'routine',
          file.routine.length,
          <Rows
            rows={file.routine}
            keyOf={(row) => `${row.month} ${row.diseaseName} ${row.species}`}
            columns={[
              { key: 'month' },
              { key: 'diseaseName' },
              { key: 'species', draw: dict('species', 'species') },
              ...['due', 'done', 'remaining'].map(head),
              {
                key: 'reasons',
                draw: (row) =>
                  Object.entries(row.reasons)
                    .map(([why, n]) => `${reason(why)} ${n}`)
                    .join(', ') || '-',
              },
            ]}
          />,
        ),
        tab(
          'census',
          file.census.length,
          <Rows
            rows={file.census}
            keyOf={(row) => String(row.id)}
            columns={[
              { key: 'roundName' },
              { key: 'countedOn' },
              ...['taggedSeen', 'taggedSystem', 'untagged', 'difference'].map(head),
              { key: 'status', draw: dict('census_sheet_status', 'status') },
            ]}
          />,
        ),
        tab(
          'samples',
          file.samples.length,
          <Rows
            rows={file.samples}
            keyOf={(row) => row.barcode}
            columns={[
              { key: 'barcode' },
              { key: 'earTag' },
              { key: 'sampleType', draw: dict('sample_type', 'sampleType') },
              { key: 'sampledOn' },
              {
                key: 'results',
                draw: (row) =>
                  row.results.length === 0
                    ? '-'
                    : row.results.map((one) => (
                        <Tag
                          key={one.item}
                          color={['positive', 'unqualified'].includes(one.conclusion) ? 'error' : 'success'}
                        >
                          {`${one.item} ${conclusion(one.conclusion)}`}
                        </Tag>
                      )),
              },
              { key: 'status', draw: dict('sample_status', 'status') },
            ]}
          />,
        ),
        tab(
          'stress',
          file.stress.length,
          <Rows
            rows={file.stress}
            keyOf={(row) => row.docNo}
            columns={[
              {
                key: 'docNo',
                draw: (row) => (
                  <Opens to={`/ant/preventionMange/stressRelatedDeaths?docNo=${row.docNo}`}>{row.docNo}</Opens>
                ),
              },
              { key: 'earTag' },
              { key: 'species', draw: dict('species', 'species') },
              { key: 'vaccineName' },
              { key: 'reactedAt', draw: (row) => wallTime(row.reactedAt) },
              { key: 'outcome', draw: dict('stress_case_outcome', 'outcome') },
              {
                key: 'amount',
                isNumber: true,
                draw: (row) => (row.amount === null ? '-' : `¥${row.amount.toFixed(2)}`),
              },
              { key: 'status', draw: dict('stress_case_status', 'status') },
            ]}
          />,
        ),
        tab(
          'photos',
          photos.length,
          photos.length === 0 ? (
            text('noRows')
          ) : (
            <Image.PreviewGroup>
              {photos.map(({ id, visit }) => (
                <Photo key={id} id={id} label={`${visit.visitedOn} ${visit.docNo}`} />
              ))}
            </Image.PreviewGroup>
          ),
        ),
      ]}
    />
  );
}

function Photo({ id, label }: { readonly id: number; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ['file', id],
    queryFn: () => filePort.current?.link(id) ?? '',
    staleTime: 300_000,
  });
  return (
    <figure style={{ display: 'inline-block', margin: '0 12px 12px 0', textAlign: 'center' }}>
      {data && <Image src={data} alt={label} width={140} height={105} style={{ objectFit: 'cover' }} />}
      <figcaption data-record>{label}</figcaption>
    </figure>
  );
}

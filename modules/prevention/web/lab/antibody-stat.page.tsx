import { PrinterOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Form, Row, Select, Table, Typography } from 'antd';
import { useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict, useRegionPath } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type LabStat, labStat } from '#modules/prevention/contract/lab/lab.ts';
import { useLabChoices } from './choices.ts';
import { Rate } from './rate.tsx';
import { StatPaper } from './stat-paper.tsx';

const names = ['regionCode', 'diseaseCode', 'species', 'scale', 'seasonId'] as const;
const regionOnly = field.region({ optional: true });

/** 抗体监测统计: whether the shots took, by place, kind, size of the farm and batch of the vaccine. */
export default function AntibodyStatPage() {
  const text = useTexts('prevention.antibodyStat');
  const url = useUrlState();
  const language = useLanguage();
  const choices = useLabChoices();
  const { options: species } = useDict('species');
  const { options: scales } = useDict('farm_scale');
  const [isPrinting, setPrinting] = useState(false);
  const query = Object.fromEntries(
    names.flatMap((name) => {
      const value = url.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.labStat', query, language],
    queryFn: () => call(labStat, { query, quiet: true }),
    placeholderData: (old) => old,
  });
  const path = useRegionPath(data?.regionCode);
  const chosen = (name: (typeof names)[number], options: readonly { value: string | number; label: string }[]) => (
    <Form.Item
      label={text.any(name === 'diseaseCode' ? 'disease' : name === 'seasonId' ? 'season' : name)}
      style={{ margin: 0, minWidth: 200 }}
    >
      <Select
        allowClear
        aria-label={text.any(name === 'diseaseCode' ? 'disease' : name === 'seasonId' ? 'season' : name)}
        placeholder={text('all')}
        value={url.get(name) ?? null}
        options={options.map((one) => ({ value: String(one.value), label: one.label }))}
        onChange={(value: string | null | undefined) => url.set({ [name]: value ?? null })}
      />
    </Form.Item>
  );
  const dict = (options: typeof species) => options.map((one) => ({ value: one.dictValue, label: one.dictLabel }));
  const above = path.length > 1 && query.regionCode ? path.at(-2) : undefined;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} wrap align="center">
          <Form.Item label={text('region')} htmlFor="stat-region" style={{ margin: 0, minWidth: 260 }}>
            <RegionField
              id="stat-region"
              field={regionOnly}
              value={query.regionCode ? Number(query.regionCode) : null}
              onChange={(code) => url.set({ regionCode: code === null ? null : String(code) })}
              onBlur={() => {}}
              disabled={false}
              invalid={false}
              describedBy={undefined}
            />
          </Form.Item>
          {chosen(
            'diseaseCode',
            choices.diseases
              .filter((one) => one.antibodyTarget !== null)
              .map((one) => ({ value: one.code, label: one.name })),
          )}
          {chosen('species', dict(species))}
          {chosen('scale', dict(scales))}
          {choices.seasons.length > 0 &&
            chosen(
              'seasonId',
              choices.seasons.map((one) => ({ value: one.id, label: one.name })),
            )}
          <Button icon={<PrinterOutlined aria-hidden />} disabled={!data} onClick={() => setPrinting(true)}>
            {text('print')}
          </Button>
        </Flex>
      </Card>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Tiles data={data} />
          <Card
            size="small"
            title={text('byRegion')}
            extra={
              above && (
                <Button
                  type="link"
                  size="small"
                  icon={<UpOutlined aria-hidden />}
                  onClick={() => url.set({ regionCode: String(above.code) })}
                >
                  {text('up')} <span data-record>{above.name}</span>
                </Button>
              )
            }
          >
            <RegionTable data={data} onOpen={(code) => url.set({ regionCode: String(code) })} />
          </Card>
          <Row gutter={[12, 12]}>
            <Col xs={24} xl={12}>
              <Trend data={data} />
            </Col>
            <Col xs={24} xl={12}>
              <Lots data={data} />
            </Col>
            <Col xs={24}>
              <Groups data={data} />
            </Col>
          </Row>
        </>
      )}
      {isPrinting && data && <StatPaper data={data} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}

function Tiles({ data }: { readonly data: LabStat }) {
  const text = useTexts('prevention.antibodyStat');
  const rows = useRowsLink();
  const { actions } = useSession();
  const figure = (value: number) => (
    <Typography.Text style={{ fontSize: 24, fontVariantNumeric: 'tabular-nums' }}>{value}</Typography.Text>
  );
  return (
    <Row gutter={[12, 12]}>
      {(['sampled', 'tested', 'qualified', 'unqualified', 'positive'] as const).map((name) => (
        <Col key={name} xs={12} sm={8} xl={4}>
          <Card size="small" style={{ height: '100%' }}>
            <Typography.Text type="secondary">{text(name)}</Typography.Text>
            <div>
              {name === 'sampled' || data.total[name] === 0 || !actions.has('ant:lab:list') ? (
                figure(data.total[name])
              ) : (
                <PageLink to={rows(name === 'tested' ? {} : { conclusion: name })}>{figure(data.total[name])}</PageLink>
              )}
            </div>
          </Card>
        </Col>
      ))}
      <Col xs={12} sm={8} xl={4}>
        <Card size="small" style={{ height: '100%' }}>
          <Typography.Text type="secondary">{text('rate')}</Typography.Text>
          <Flex gap={8} align="baseline" style={{ fontSize: 24 }} wrap>
            <Rate value={data.total.rate} target={data.target} />
            {data.target !== null && (
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text('target', { n: data.target })}
              </Typography.Text>
            )}
          </Flex>
        </Card>
      </Col>
    </Row>
  );
}

/** The rows behind a number: released results under the same choice. */
function useRowsLink() {
  const url = useUrlState();
  return (more: Record<string, string>) => {
    const kept = (['regionCode', 'diseaseCode', 'species'] as const).flatMap((name) => {
      const value = url.get(name);
      return value ? [[name, value] as [string, string]] : [];
    });
    return `/ant/collection/sampleResult?${new URLSearchParams({ ...Object.fromEntries(kept), status: 'released', ...more })}`;
  };
}

function RegionTable({ data, onOpen }: { readonly data: LabStat; onOpen(code: number): void }) {
  const text = useTexts('prevention.antibodyStat');
  const { actions } = useSession();
  const { diseaseName } = useLabChoices();
  const rows = useRowsLink();
  const diseases = [...new Set(data.rows.flatMap((one) => Object.keys(one.cells)))];
  const link = (row: LabStat['rows'][number], n: number, more: Record<string, string>) =>
    n > 0 && actions.has('ant:lab:list') ? (
      <PageLink to={rows({ regionCode: String(row.regionCode), ...more })}>{n}</PageLink>
    ) : (
      n
    );
  return (
    <Table
      aria-label={text('byRegion')}
      size="small"
      rowKey="regionCode"
      pagination={false}
      scroll={{ x: 760 }}
      dataSource={[...data.rows]}
      locale={{ emptyText: text('none') }}
      columns={[
        {
          key: 'name',
          title: text('region'),
          render: (_, row) =>
            row.hasBelow ? (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(row.regionCode)}>
                {row.name}
              </Button>
            ) : (
              row.name
            ),
        },
        { key: 'sampled', title: text('sampled'), dataIndex: 'sampled', align: 'end' },
        { key: 'tested', title: text('tested'), align: 'end', render: (_, row) => link(row, row.tested, {}) },
        {
          key: 'qualified',
          title: text('qualified'),
          align: 'end',
          render: (_, row) => link(row, row.qualified, { conclusion: 'qualified' }),
        },
        {
          key: 'unqualified',
          title: text('unqualified'),
          align: 'end',
          render: (_, row) => link(row, row.unqualified, { conclusion: 'unqualified' }),
        },
        {
          key: 'positive',
          title: text('positive'),
          align: 'end',
          render: (_, row) => link(row, row.positive, { conclusion: 'positive' }),
        },
        {
          key: 'rate',
          title: text('rate'),
          align: 'end',
          render: (_, row) => <Rate value={row.rate} target={data.target} />,
        },
        ...(diseases.length > 1
          ? diseases.map((code) => ({
              key: code,
              title: diseaseName(code),
              align: 'end' as const,
              render: (_: unknown, row: LabStat['rows'][number]) => (
                <Rate value={row.cells[code]?.rate ?? null} target={data.target} />
              ),
            }))
          : []),
      ]}
    />
  );
}

function Trend({ data }: { readonly data: LabStat }) {
  const text = useTexts('prevention.antibodyStat');
  return (
    <Card size="small" title={text('trend')} style={{ height: '100%' }}>
      <Chart
        label={text('trend')}
        height={260}
        option={{
          legend: {},
          xAxis: { type: 'category', data: data.months.map((one) => one.month) },
          yAxis: [
            { type: 'value', minInterval: 1 },
            { type: 'value', min: 0, max: 100, splitLine: { show: false } },
          ],
          series: [
            {
              name: text('tested'),
              type: 'bar',
              barMaxWidth: 36,
              color: chart.blue,
              data: data.months.map((one) => one.tested),
            },
            {
              name: text('rate'),
              type: 'line',
              yAxisIndex: 1,
              color: chart.orange,
              data: data.months.map((one) => one.rate),
              ...(data.target !== null && {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  data: [{ yAxis: data.target, name: text('target', { n: data.target }) }],
                },
              }),
            },
          ],
        }}
      />
    </Card>
  );
}

function Lots({ data }: { readonly data: LabStat }) {
  const text = useTexts('prevention.antibodyStat');
  const { diseaseName } = useLabChoices();
  const rows = useRowsLink();
  return (
    <Card size="small" title={text('byLot')} style={{ height: '100%' }}>
      <Table
        aria-label={text('byLot')}
        size="small"
        rowKey={(row) => `${row.lotNo} ${row.diseaseCode}`}
        pagination={false}
        scroll={{ y: 230, x: 420 }}
        dataSource={[...data.lots]}
        locale={{ emptyText: text('none') }}
        columns={[
          { key: 'lot', title: text('lot'), render: (_, row) => (row.lotNo === '-' ? text('noLot') : row.lotNo) },
          { key: 'disease', title: text('disease'), render: (_, row) => diseaseName(row.diseaseCode) },
          {
            key: 'tested',
            title: text('tested'),
            align: 'end',
            render: (_, row) =>
              row.lotNo === '-' ? (
                row.tested
              ) : (
                <PageLink to={rows({ lotNo: row.lotNo, diseaseCode: row.diseaseCode })}>{row.tested}</PageLink>
              ),
          },
          { key: 'qualified', title: text('qualified'), dataIndex: 'qualified', align: 'end' },
          {
            key: 'rate',
            title: text('rate'),
            align: 'end',
            render: (_, row) => <Rate value={row.rate} target={data.target} />,
          },
        ]}
      />
    </Card>
  );
}

function Groups({ data }: { readonly data: LabStat }) {
  const text = useTexts('prevention.antibodyStat');
  const { options: species } = useDict('species');
  const { options: scales } = useDict('farm_scale');
  const nameIn = (options: typeof species, value: string) =>
    options.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const columns = [...new Set(data.groups.map((one) => one.scale))];
  const rows = [...new Set(data.groups.map((one) => one.species))];
  return (
    <Card size="small" title={text('byGroup')}>
      <Table
        aria-label={text('byGroup')}
        size="small"
        rowKey={(row) => row}
        pagination={false}
        scroll={{ x: 480 }}
        dataSource={rows}
        locale={{ emptyText: text('none') }}
        columns={[
          { key: 'species', title: text('species'), render: (_, row) => nameIn(species, row) },
          ...columns.map((scale) => ({
            key: scale,
            title: scale === '-' ? text('noScale') : nameIn(scales, scale),
            align: 'end' as const,
            render: (_: unknown, row: string) => {
              const one = data.groups.find((group) => group.species === row && group.scale === scale);
              return one ? (
                <>
                  <Rate value={one.rate} target={data.target} />{' '}
                  <Typography.Text type="secondary">{`${one.qualified}/${one.tested}`}</Typography.Text>
                </>
              ) : (
                '-'
              );
            },
          })),
        ]}
      />
    </Card>
  );
}

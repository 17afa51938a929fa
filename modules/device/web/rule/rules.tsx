import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Table, Typography } from 'antd';
import dayjs from 'dayjs';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  alarmRule,
  backtest,
  type RuleKind,
  ruleKinds,
  ruleVersions,
} from '#modules/device/contract/rule/alarm-rule.ts';

/** Limits of devices, each tried on the tenant's own last fortnight before it is saved. */
export default function DeviceRules() {
  const { user, roles } = useSession();
  const own = roles.has('tenant_admin')
    ? { scope: 'tenant', principalId: null }
    : { scope: 'principal', principalId: user.principalId };
  return (
    <ResourcePage
      resource={alarmRule}
      form={{
        initial: { kind: 'fever', ...own, ...limitsOf('fever'), level: 'warn', dedupMinutes: 60 },
        width: 980,
        body: (form, id) => <Body form={form} id={id} />,
      }}
    />
  );
}

const limitsOf = (kind: RuleKind) => {
  const { metric, comparison, threshold, hold } = ruleKinds[kind];
  return { metric, comparison, threshold, holdMinutes: hold };
};

function Body({ form, id }: { readonly form: ResourceForm; readonly id: string }) {
  const rowId = form.allValues.id as number | undefined;
  return (
    <Flex vertical gap={12}>
      <FormFields id={id} form={form} />
      <Backtest form={form} />
      {rowId && <Versions id={rowId} />}
    </Flex>
  );
}

function Backtest({ form }: { readonly form: ResourceForm }) {
  const text = useTexts('device.rulePage');
  const { values } = form;
  const run = useMutation({
    mutationFn: () =>
      call(backtest, {
        body: {
          kind: values.kind as RuleKind,
          metric: String(values.metric),
          comparison: values.comparison as 'above',
          threshold: Number(values.threshold),
          clearThreshold: (values.clearThreshold as number | null) ?? null,
          holdMinutes: Number(values.holdMinutes ?? 0),
          principalId: (values.principalId as number | null) ?? null,
          days: 14,
        },
      }),
  });
  const { data } = run;
  return (
    <Card
      size="small"
      title={text('backtest')}
      extra={
        <Button
          onClick={() => run.mutate()}
          loading={run.isPending}
          disabled={values.threshold === null || values.threshold === undefined}
        >
          {text('run')}
        </Button>
      }
    >
      {!data && <Typography.Text type="secondary">{text('hint')}</Typography.Text>}
      {data && (
        <Flex vertical gap={8}>
          <Alert
            type={data.count > 100 ? 'warning' : 'info'}
            showIcon
            title={text('found', { n: data.count, devices: data.devices, looked: data.looked })}
          />
          <Chart
            label={text('backtest')}
            height={160}
            option={{
              tooltip: { trigger: 'axis' },
              grid: { left: 40, right: 8, top: 12, bottom: 24 },
              xAxis: { type: 'category', data: data.byDay.map((one) => one.day.slice(5)) },
              yAxis: { type: 'value', minInterval: 1 },
              series: [{ type: 'bar', color: chart.orange, data: data.byDay.map((one) => one.n) }],
            }}
          />
          <Table
            size="small"
            rowKey={(row) => `${row.deviceId}${row.from}`}
            dataSource={data.sample}
            pagination={{ pageSize: 5, showSizeChanger: false }}
            columns={[
              {
                title: text('device'),
                render: (_, row) => (
                  <PageLink to={`/anm/device/detail?id=${row.deviceId}&tab=curves`}>{row.deviceNo}</PageLink>
                ),
              },
              { title: text('from'), dataIndex: 'from', render: (at: string) => dayjs(at).format('MM-DD HH:mm') },
              { title: text('minutes'), dataIndex: 'minutes', align: 'right' },
              { title: text('extreme'), dataIndex: 'extreme', align: 'right' },
            ]}
          />
        </Flex>
      )}
    </Card>
  );
}

function Versions({ id }: { readonly id: number }) {
  const text = useTexts('device.rulePage');
  const { data } = useQuery({
    queryKey: ['device.alarmRule', 'versions', id],
    queryFn: () => call(ruleVersions, { query: { id }, quiet: true }),
  });
  if (!data || data.length === 0) return null;
  return (
    <Form.Item label={text('versions')}>
      <Table
        size="small"
        rowKey="ruleVersion"
        dataSource={data}
        pagination={false}
        columns={[
          { title: text('version'), dataIndex: 'ruleVersion', width: 70 },
          { title: text('saved'), dataIndex: 'savedAt', render: wallTime },
          { title: text('by'), dataIndex: 'savedByName', render: (name: string | null) => name ?? '-' },
          { title: text('limit'), render: (_, row) => String(row.content.threshold ?? '-') },
        ]}
      />
    </Form.Item>
  );
}

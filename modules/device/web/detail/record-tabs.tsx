import { Table } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { deviceBinding } from '#modules/device/contract/binding/device-binding.ts';
import type { DeviceNow } from '#modules/device/contract/telemetry/telemetry.ts';
import { useKindName, useLabel } from '../common/names.ts';
import { useRows } from '../common/rows.ts';
import { LevelTag } from '../common/state.tsx';

export function BindingTab({ id }: { readonly id: number }) {
  const text = useTexts('device.detailPage');
  const { rows, isPending } = useRows(deviceBinding, { deviceId: String(id), pageSize: '50' });
  return (
    <Table
      size="small"
      rowKey="id"
      loading={isPending}
      dataSource={rows}
      pagination={false}
      columns={[
        { title: text('on'), dataIndex: 'targetText', render: (value: string) => <span data-record>{value}</span> },
        { title: text('from'), dataIndex: 'fromAt', render: wallTime },
        { title: text('to'), dataIndex: 'toAt', render: (at: string | null) => (at ? wallTime(at) : text('still')) },
        { title: text('reason'), dataIndex: 'endReasonName', render: (value: string | null) => value ?? '-' },
      ]}
    />
  );
}

export function AlarmTab({ alarms }: { readonly alarms: DeviceNow['alarms'] }) {
  const text = useTexts('device.detailPage');
  const name = useKindName();
  const status = useLabel('alarm_status');
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={[...alarms]}
      pagination={false}
      columns={[
        { title: text('level'), dataIndex: 'level', width: 90, render: (level: string) => <LevelTag level={level} /> },
        {
          title: text('what'),
          render: (_, row) => <PageLink to={`/anm/device/alarm/detail?id=${row.id}`}>{name(row.kind)}</PageLink>,
        },
        { title: text('about'), dataIndex: 'title', render: (value: string) => <span data-record>{value}</span> },
        { title: text('since'), dataIndex: 'at', render: wallTime },
        { title: text('state'), dataIndex: 'status', render: (value: string) => status(value) },
      ]}
    />
  );
}

import { Empty, Flex, Table } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { deviceBinding } from '#modules/device/contract/binding/device-binding.ts';
import { useLabel } from '../common/names.ts';
import { useRows } from '../common/rows.ts';

/** On an animal's page: what it wears and wore, and the way to where it has been. */
export default function AnimalDevices({ id }: { readonly id: number }) {
  const text = useTexts('device.detailPage');
  const kind = useLabel('device_kind');
  const { actions } = useSession();
  const { rows, isPending } = useRows(deviceBinding, { animalId: String(id), pageSize: '50' });
  const hasPlaces = rows.some((row) => row.deviceKind === 'collar') && actions.has('device:trail:view');
  return (
    <Flex vertical gap={12}>
      {hasPlaces && <PageLink to={`/anm/device/trail?animalId=${id}`}>{text('openTrail')}</PageLink>}
      <Table
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noDevices')} /> }}
        columns={[
          {
            title: text('device'),
            render: (_, row) => (
              <PageLink to={`/anm/device/detail?id=${row.deviceId}`}>
                {(row as { deviceIdName?: string }).deviceIdName ?? row.deviceId}
              </PageLink>
            ),
          },
          { title: text('kind'), dataIndex: 'deviceKind', render: (value: string) => kind(value) },
          { title: text('from'), dataIndex: 'fromAt', render: wallTime },
          { title: text('to'), dataIndex: 'toAt', render: (at: string | null) => (at ? wallTime(at) : text('still')) },
          { title: text('reason'), dataIndex: 'endReasonName', render: (value: string | null) => value ?? '-' },
        ]}
      />
    </Flex>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Drawer, Empty, Progress, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { heardTags } from '#modules/device/contract/binding/device-binding.ts';
import { gateway } from '#modules/device/contract/catalogue/device.ts';
import { OnlineTag } from '../common/state.tsx';

/** 网关管理, with the tags each of them hears. */
export default function GatewayPage() {
  const text = useTexts('device.gatewayPage');
  const { openPage } = usePage();
  const [heard, setHeard] = useState<{ id: number; name: string } | null>(null);
  return (
    <>
      <ListPage
        resource={gateway}
        cells={{ online: (row) => <OnlineTag state={row.online} /> }}
        onOpen={(row) => openPage(`/anm/device/detail?id=${row.id}`)}
        actions={(row) => [
          { key: 'heard', label: text('heard'), run: () => setHeard({ id: row.id, name: row.deviceNo }) },
        ]}
      />
      {heard && <Heard gatewayId={heard.id} name={heard.name} onClose={() => setHeard(null)} />}
    </>
  );
}

function Heard({ gatewayId, name, onClose }: { readonly gatewayId: number; readonly name: string; onClose(): void }) {
  const text = useTexts('device.gatewayPage');
  const { data } = useQuery({
    queryKey: ['device.heard', gatewayId],
    queryFn: () => call(heardTags, { query: { gatewayId } }),
    refetchInterval: 10_000,
  });
  return (
    <Drawer open onClose={onClose} title={text('heardBy', { name })} size="large">
      <Table
        size="small"
        rowKey="tagNo"
        dataSource={data ?? []}
        loading={!data}
        pagination={false}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('none')} /> }}
        columns={[
          { title: text('tag'), dataIndex: 'tagNo' },
          {
            title: text('animal'),
            dataIndex: 'earTag',
            render: (tag: string | null) =>
              tag ?? <Typography.Text type="secondary">{text('unbound')}</Typography.Text>,
          },
          { title: text('last'), dataIndex: 'lastAt', render: (at: string) => wallTime(at).slice(5, 16) },
          {
            title: text('strength'),
            dataIndex: 'rssi',
            width: 160,
            render: (rssi: number) => (
              <Progress
                size="small"
                percent={Math.max(2, Math.min(100, Math.round(((rssi + 100) / 60) * 100)))}
                format={() => `${rssi}`}
              />
            ),
          },
        ]}
      />
    </Drawer>
  );
}

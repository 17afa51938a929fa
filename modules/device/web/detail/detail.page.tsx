import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { device } from '#modules/device/contract/catalogue/device.ts';
import { OnlineTag } from '../common/state.tsx';
import { DeviceView } from './device-view.tsx';

/** 设备详情: one device, or without one all of them. */
export default function DeviceDetailPage() {
  const url = useUrlState();
  const { openPage } = usePage();
  const id = Number(url.get('id')) || null;
  if (id !== null) return <DeviceView key={id} id={id} />;
  return (
    <ResourcePage
      resource={device}
      cells={{ online: (row) => <OnlineTag state={row.online} /> }}
      onOpen={(row) => openPage(`/anm/device/detail?id=${row.id}`)}
      form={{ initial: { ownership: 'bought', shareScope: 'jurisdiction' } }}
    />
  );
}

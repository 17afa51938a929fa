import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { beacon } from '#modules/device/contract/catalogue/device.ts';
import { OnlineTag } from '../common/state.tsx';

export default function BeaconPage() {
  const { openPage } = usePage();
  return (
    <ListPage
      resource={beacon}
      cells={{ online: (row) => <OnlineTag state={row.online} /> }}
      onOpen={(row) => openPage(`/anm/device/detail?id=${row.id}`)}
    />
  );
}

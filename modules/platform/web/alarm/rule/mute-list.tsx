import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { alarmMute } from '#modules/platform/contract/alarm/alarm-mute.ts';

/** A window is changed only in its time, kinds and reason: what it is for was said by the alarm it was made from. */
const editable = { ...alarmMute, form: ['kinds', 'fromAt', 'toAt', 'reason'] } as unknown as typeof alarmMute;

/** Windows are opened from an alarm, where their subject is known; here they are looked at, changed and ended. */
export function MuteList() {
  const { panel, open, close } = usePanel();
  return (
    <>
      <ListPage resource={alarmMute} isOwn={false} onForm={({ id }) => id && open({ kind: 'edit', id })} />
      {panel?.kind === 'edit' && <FormDrawer key={panel.id} resource={editable} id={panel.id} onClose={close} />}
    </>
  );
}

import { fullName, labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { alarmMute } from '#modules/platform/contract/alarm/alarm-mute.ts';

/** A window is changed only in its time, kinds and reason: what it is for was said by the alarm it was made from. */
const editable = { ...alarmMute, form: ['kinds', 'fromAt', 'toAt', 'reason'] } as unknown as typeof alarmMute;

/** Windows are opened from an alarm, where their subject is known; here they are looked at, changed and ended. */
export function MuteList() {
  const t = useT();
  const list = useResourceList(alarmMute);
  const prefs = useListPrefs(fullName(alarmMute), alarmMute.list.columns);
  const { panel, open, close } = usePanel();
  const remove = useResourceRemove(alarmMute);
  const { frame, button } = useFull();
  return (
    <>
      <FitFrame
        {...frame}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(alarmMute, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            {...button}
          />
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={(row) => [
              ...(row._can.includes('edit')
                ? [{ key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: row.id }) }]
                : []),
              ...(row._can.includes('remove')
                ? [{ key: 'remove', label: t('kit.remove'), danger: true, run: () => void remove([row]) }]
                : []),
            ]}
            height={height}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {panel?.kind === 'edit' && <FormDrawer key={panel.id} resource={editable} id={panel.id} onClose={close} />}
    </>
  );
}

import type { ReactNode } from 'react';
import { fullName, labelKey, permissionFor } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { BatchActions } from '#kit/web/resource/batch-actions.tsx';
import { DetailDrawer } from '#kit/web/resource/detail-drawer.tsx';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { type ResourceList, useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { type RowVerbs, useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { type Hovel, hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { HovelTable } from './hovel-table.tsx';

interface Props {
  readonly cells: Cells<typeof hovel>;
  readonly actions: (row: Hovel) => readonly Action[];
  readonly extra: (list: ResourceList) => ReactNode;
}

/** The engine's pieces around a table of its own: a house opens to its pens, which `ListPage` has no place for. */
export function HovelList({ actions, extra, ...own }: Props) {
  const cells = own.cells as Cells;
  const t = useT();
  const list = useResourceList(hovel);
  const prefs = useListPrefs(fullName(hovel), hovel.list.columns);
  const { panel, open, close } = usePanel();
  const transition = useResourceTransition(hovel, list.drop);
  const remove = useResourceRemove(hovel, list.drop);
  const { frame, button } = useFull();
  const onNew = useCan(permissionFor(hovel, 'add')) ? () => open({ kind: 'new' }) : undefined;
  const onOpen = (row: Row) => open({ kind: 'detail', id: row.id });
  const removeRows = async (rows: readonly Row[]) => {
    if (await remove(rows)) list.select([]);
  };
  const verbs: RowVerbs = {
    detail: onOpen,
    edit: (row) => open({ kind: 'edit', id: row.id }),
    remove: (row) => void removeRows([row]),
    transition: (name, row) => transition.ask(name, [row]),
  };
  const actionsOf = useRowActions(hovel, verbs, actions);
  return (
    <>
      <FitFrame
        {...frame}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(hovel, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            onNew={onNew}
            {...button}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          >
            <SheetButtons list={list} prefs={prefs} />
            {extra(list)}
            <BatchActions list={list} onRemove={(rows) => void removeRows(rows)} onTransition={transition.ask} />
          </ListToolbar>
        }
        table={(height) => <HovelTable {...{ list, prefs, cells, height, actionsOf, onOpen, onNew }} />}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {panel?.kind === 'detail' && (
        <DetailDrawer
          resource={hovel}
          id={panel.id}
          cells={cells}
          verbs={{ ...verbs, remove: (row) => void remove([row]).then((isGone) => isGone && close()) }}
          onClose={close}
        />
      )}
      {(panel?.kind === 'edit' || panel?.kind === 'new') && (
        <FormDrawer
          key={panel.kind === 'edit' ? panel.id : 'new'}
          resource={hovel}
          id={panel.kind === 'edit' ? panel.id : undefined}
          body={(form, formId) => <FormFields id={formId} form={form} />}
          onClose={close}
        />
      )}
      <TransitionDialog transition={transition} />
    </>
  );
}

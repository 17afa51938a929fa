import type { ReactNode } from 'react';
import { type AnyResource, fullName, labelKey, permissionFor, type RowOf } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { BatchActions } from './batch-actions.tsx';
import type { Row } from './resource-calls.ts';
import { ResourceTable } from './resource-table.tsx';
import { SearchForm } from './search-form.tsx';
import type { Cells } from './table-columns.tsx';
import { type ResourceList, useResourceList } from './use-resource-list.ts';
import { useResourceRemove } from './use-resource-remove.ts';
import { useResourceTransition } from './use-resource-transition.ts';
import { type RowVerbs, useRowActions } from './use-row-actions.ts';

const DetailDrawer = panelLater(async () => (await import('./detail-drawer.tsx')).DetailDrawer);
const TransitionDialog = panelLater(async () => (await import('./transition-dialog.tsx')).TransitionDialog);

/** What the form is wanted for: a row, a new one, or a new one below a row. */
export interface FormRequest {
  readonly id?: number;
  readonly parent?: Row;
}

export interface ListPageProps<R extends AnyResource = AnyResource> {
  readonly resource: R;
  /** Opens the form, wherever the page has it. */
  onForm(request: FormRequest): void;
  readonly cells?: Cells<R> | undefined;
  /** The field that holds a row's parent. */
  readonly tree?: string | undefined;
  /** More to do with a row. */
  readonly actions?: ((row: RowOf<R>) => readonly Action[]) | undefined;
  /** Beside the buttons above the rows. */
  readonly extra?: ((list: ResourceList) => ReactNode) | undefined;
  /** False where others make the rows that are read here. */
  readonly isOwn?: boolean | undefined;
}

/** The list of a resource. Nothing here is private: a module may compose the same pieces its own way. */
export function ListPage<R extends AnyResource>({ resource, onForm, tree, ...own }: ListPageProps<R>) {
  const cells = own.cells as Cells | undefined;
  const t = useT();
  const list = useResourceList(resource, { whole: tree !== undefined });
  const prefs = useListPrefs(fullName(resource), resource.list.columns);
  const { panel, open, close } = usePanel();
  const transition = useResourceTransition(resource, list.drop);
  const remove = useResourceRemove(resource, list.drop);
  const { frame, button } = useFull();
  const has = (operation: 'add' | 'detail') => resource.operations.includes(operation);
  const mayAdd = useCan(permissionFor(resource, 'add')) && has('add') && own.isOwn !== false;
  const onNew = mayAdd ? () => onForm({}) : undefined;
  const onOpen = has('detail') ? (row: Row) => open({ kind: 'detail', id: row.id }) : undefined;
  const verbs: RowVerbs = {
    detail: (row) => onOpen?.(row),
    edit: (row) => onForm({ id: row.id }),
    remove: (row) => void remove([row]),
    transition: (name, row) => transition.ask(name, [row]),
    addChild: tree && mayAdd ? (row) => onForm({ parent: row }) : undefined,
  };
  const actionsOf = useRowActions(resource, verbs, own.actions);

  return (
    <>
      <FitFrame
        {...frame}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(resource, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            onNew={onNew}
            {...button}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          >
            <SheetButtons list={list} prefs={prefs} />
            {own.extra?.(list)}
            <BatchActions list={list} onRemove={(rows) => void remove(rows)} onTransition={transition.ask} />
          </ListToolbar>
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={actionsOf}
            onOpen={onOpen}
            onNew={onNew}
            cells={cells}
            tree={tree}
            height={height}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={tree !== undefined} />}
      />
      {panel?.kind === 'detail' && (
        <DetailDrawer
          resource={resource}
          id={panel.id}
          cells={cells}
          verbs={{ ...verbs, remove: (row) => void remove([row]).then((isGone) => isGone && close()) }}
          onClose={close}
        />
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
    </>
  );
}

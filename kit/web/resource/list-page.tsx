import { type AnyResource, fullName, labelKey, permissionFor, type RowOf } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import { decisiveFirst } from '#kit/web/ui/decisive-first.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { PhoneFold } from '#kit/web/ui/phone-fold.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { BatchActions } from './batch-actions.tsx';
import type { FormRequest, ListParts } from './list-parts.ts';
import type { Row } from './resource-calls.ts';
import { ResourceTable, type ResourceTableProps } from './resource-table.tsx';
import { SearchForm } from './search-form.tsx';
import type { Cells } from './table-columns.tsx';
import { useResourceList } from './use-resource-list.ts';
import { useResourceRemove } from './use-resource-remove.ts';
import { useResourceTransition } from './use-resource-transition.ts';
import { type RowVerbs, useRowActions } from './use-row-actions.ts';

const DetailDrawer = panelLater(async () => (await import('./detail-drawer.tsx')).DetailDrawer);
const TransitionDialog = panelLater(async () => (await import('./transition-dialog.tsx')).TransitionDialog);

export interface ListPageProps<R extends AnyResource = AnyResource> extends ListParts<R> {
  readonly resource: R;
  /** Opens the form, wherever the page has it. Without it rows are neither added nor edited here. */
  onForm?(request: FormRequest): void;
}

/** The list of a resource, in parts that a page may replace one by one. */
export function ListPage<R extends AnyResource>({ resource, onForm, tree, ...own }: ListPageProps<R>) {
  const cells = own.cells as Cells | undefined;
  const t = useT();
  const list = useResourceList(resource, { whole: tree !== undefined });
  const prefs = useListPrefs(fullName(resource), decisiveFirst(resource));
  const { panel, open, close } = usePanel();
  const transition = useResourceTransition(resource, list.drop);
  const remove = useResourceRemove(resource, list.drop);
  const { frame, button } = useFull();
  const has = (operation: 'add' | 'detail') => resource.operations.includes(operation);
  const mayAdd = useCan(permissionFor(resource, 'add')) && has('add') && own.isOwn !== false && onForm !== undefined;
  const onNew = own.onNew ?? (mayAdd ? () => onForm?.({}) : undefined);
  const hasDetail = own.onOpen || own.detail || has('detail');
  const onOpen = hasDetail
    ? (row: Row) => (own.onOpen ? own.onOpen(row as RowOf<R>) : open({ kind: 'detail', id: row.id }))
    : undefined;
  const take = (name: string, rows: readonly Row[]) => {
    if (!own.onTransition || own.onTransition(name, rows) === false) transition.ask(name, rows);
  };
  const verbs: RowVerbs = {
    detail: onOpen,
    edit: onForm && ((row) => onForm({ id: row.id })),
    remove: (row) => void remove([row]),
    transition: (name, row) => take(name, [row]),
    addChild: tree && mayAdd ? (row) => onForm?.({ parent: row }) : undefined,
  };
  const usual = useRowActions(resource, verbs, own.actions);
  const actionsOf = (row: Row) => own.actionsOf?.(row as RowOf<R>, usual(row)) ?? usual(row);
  const table: Omit<ResourceTableProps, 'height'> = { list, prefs, actionsOf, onOpen, onNew, cells, tree };

  return (
    <>
      <FitFrame
        {...frame}
        search={
          <>
            {own.above?.(list)}
            <PhoneFold isActive={list.isFiltered}>
              {own.search ? own.search(list) : <SearchForm list={list} without={own.ownFilters} />}
            </PhoneFold>
          </>
        }
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(resource, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            onNew={onNew}
            {...button}
            tools={
              <>
                {own.tools?.(list)}
                <ListTools list={list} prefs={prefs} cells={cells} />
              </>
            }
          >
            {own.extra?.(list)}
            <SheetButtons list={list} prefs={prefs} />
            <BatchActions list={list} onRemove={(rows) => void remove(rows)} onTransition={take}>
              {own.batch?.(list)}
            </BatchActions>
          </ListToolbar>
        }
        table={(height) => own.table?.({ ...table, height }) ?? <ResourceTable {...table} height={height} />}
        footer={
          <>
            {own.below?.(list)}
            {!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={tree !== undefined} />}
          </>
        }
      />
      {panel?.kind === 'detail' &&
        (own.detail?.({ id: panel.id, onClose: close }) ?? (
          <DetailDrawer
            resource={resource}
            id={panel.id}
            cells={cells}
            verbs={{ ...verbs, remove: (row) => void remove([row]).then((isGone) => isGone && close()) }}
            onClose={close}
          />
        ))}
      {transition.asked && <TransitionDialog transition={transition} />}
    </>
  );
}

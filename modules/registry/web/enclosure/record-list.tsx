import { type ReactNode, useCallback, useState } from 'react';
import { type AnyResource, fullName, labelKey, permissionFor, type RowOf } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { BatchActions } from '#kit/web/resource/batch-actions.tsx';
import { DetailDrawer } from '#kit/web/resource/detail-drawer.tsx';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import type { Row, Values } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { type ResourceList, useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { type RowVerbs, useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { type ListPrefs, useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';

/** What a page's own table is drawn from. */
export interface TableParts {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
  readonly cells: Cells | undefined;
  readonly height: number | undefined;
  actionsOf(row: Row): readonly Action[];
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onNew: (() => void) | undefined;
}

interface Props<R extends AnyResource> {
  readonly resource: R;
  readonly cells?: Cells<R>;
  readonly tree?: string;
  /** More to do with a row, before what the engine offers after looking at it. */
  readonly actions?: (row: RowOf<R>) => Action[];
  /** Beside the buttons above the rows. */
  readonly extra?: (list: ResourceList) => ReactNode;
  /** The form's inside; without it the page opens its form elsewhere by `onForm`. */
  readonly body?: (form: ResourceForm, formId: string) => ReactNode;
  readonly initial?: (parent: Row | undefined) => Values;
  readonly formWidth?: number;
  readonly onForm?: (id: number | undefined) => void;
  /** Rows everybody reads and the operator alone makes. */
  readonly isOperators?: boolean;
  /** Instead of the engine's table, where rows hold others. */
  readonly table?: (parts: TableParts) => ReactNode;
  /** Around the rows, for what happens between them. */
  readonly around?: (table: ReactNode, list: ResourceList) => ReactNode;
}

/** A list of the engine's public pieces with what a page adds: buttons, row actions, its own form. */
export function RecordList<R extends AnyResource>(props: Props<R>) {
  const { resource, tree, actions, extra, body, initial, formWidth, onForm, around } = props;
  const cells = props.cells as Cells | undefined;
  const t = useT();
  const list = useResourceList(resource, { whole: tree !== undefined });
  const prefs = useListPrefs(fullName(resource), resource.list.columns);
  const { panel, open, close } = usePanel();
  const transition = useResourceTransition(resource);
  const remove = useResourceRemove(resource);
  const [isFull, setFull] = useState(false);
  const leaveFull = useCallback(() => setFull(false), []);
  const isMine = useSession().user.tenantNo === 0 || props.isOperators !== true;
  const mayAdd = useCan(permissionFor(resource, 'add')) && resource.operations.includes('add') && isMine;
  const edit = (id: number | undefined, parentId?: number) =>
    onForm ? onForm(id) : open(id ? { kind: 'edit', id } : { kind: 'new', parentId });
  const onNew = mayAdd ? () => edit(undefined) : undefined;
  const hasDetail = resource.operations.includes('detail');
  const onOpen = hasDetail ? (row: Row) => open({ kind: 'detail', id: row.id }) : undefined;
  const verbs: RowVerbs = {
    detail: (row) => onOpen?.(row),
    edit: (row) => edit(row.id),
    remove: (row) => void remove([row]).then((isGone) => isGone && list.select([])),
    transition: (name, row) => transition.ask(name, [row]),
    addChild: tree && mayAdd ? (row) => edit(undefined, row.id) : undefined,
  };
  const usual = useRowActions(resource, verbs);
  const actionsOf = (row: Row) => {
    const all = usual(row);
    // After what everybody looks for first, before what is rarer.
    const at = all.findLastIndex(({ key }) => key === 'detail' || key === 'edit') + 1;
    return all.toSpliced(at, 0, ...(actions?.(row as RowOf<R>) ?? []));
  };
  const table = (height: number | undefined) =>
    props.table?.({ list, prefs, cells, height, actionsOf, onOpen, onNew }) ?? (
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
    );
  const parent = panel?.kind === 'new' ? list.rows.find((row) => row.id === panel.parentId) : undefined;
  const formOf =
    panel?.kind === 'edit'
      ? { id: panel.id, parentId: undefined }
      : panel?.kind === 'new'
        ? { id: undefined, parentId: panel.parentId }
        : null;
  return (
    <>
      <FitFrame
        isFull={isFull}
        onLeaveFull={leaveFull}
        search={<SearchForm list={list} />}
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(resource, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            onNew={onNew}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          >
            <SheetButtons list={list} prefs={prefs} />
            {extra?.(list)}
            <BatchActions
              list={list}
              onRemove={(rows) => void remove(rows).then((isGone) => isGone && list.select([]))}
              onTransition={transition.ask}
            />
          </ListToolbar>
        }
        table={(height) => (around ? around(table(height), list) : table(height))}
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
      {body && formOf && (
        <FormDrawer
          key={formOf.id ?? `new ${formOf.parentId}`}
          resource={resource}
          id={formOf.id}
          initial={initial?.(parent)}
          body={body}
          width={formWidth}
          onClose={close}
        />
      )}
      <TransitionDialog transition={transition} />
    </>
  );
}

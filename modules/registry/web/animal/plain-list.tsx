import { type ReactNode, useCallback, useState } from 'react';
import { type AnyResource, fullName, labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { BatchActions } from '#kit/web/resource/batch-actions.tsx';
import { DetailDrawer } from '#kit/web/resource/detail-drawer.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { usePanel } from '#kit/web/ui/use-panel.ts';

interface Props<R extends AnyResource> {
  readonly resource: R;
  readonly cells: Cells<R>;
  /** Above the search. */
  readonly top?: ReactNode;
  /** Before the batch verbs. */
  readonly buttons?: ReactNode;
  /** Beside what the row itself allows. */
  moreActions?(row: Row): readonly Action[];
}

/** A list of papers that are made elsewhere: nothing is added or edited here, but steps are taken. */
export function PlainList<R extends AnyResource>({ resource, cells: own, top, buttons, moreActions }: Props<R>) {
  const cells = own as Cells;
  const t = useT();
  const list = useResourceList(resource);
  const prefs = useListPrefs(fullName(resource), resource.list.columns);
  const { panel, open, close } = usePanel();
  const transition = useResourceTransition(resource);
  const [isFull, setFull] = useState(false);
  const leaveFull = useCallback(() => setFull(false), []);
  const verbs = {
    detail: (row: Row) => open({ kind: 'detail', id: row.id }),
    edit: () => {},
    remove: () => {},
    transition: (name: string, row: Row) => transition.ask(name, [row]),
  };
  const rowActions = useRowActions(resource, verbs);
  return (
    <>
      <FitFrame
        isFull={isFull}
        onLeaveFull={leaveFull}
        search={
          <>
            {top}
            <SearchForm list={list} />
          </>
        }
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(resource, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          >
            {buttons}
            <SheetButtons list={list} prefs={prefs} />
            <BatchActions list={list} onRemove={() => {}} onTransition={transition.ask} />
          </ListToolbar>
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={(row) => [...rowActions(row), ...(moreActions?.(row) ?? [])]}
            onOpen={verbs.detail}
            cells={cells}
            height={height}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {panel?.kind === 'detail' && (
        <DetailDrawer resource={resource} id={panel.id} cells={cells} verbs={verbs} onClose={close} />
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
    </>
  );
}

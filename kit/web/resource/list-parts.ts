import type { ReactNode } from 'react';
import type { AnyResource, RowOf } from '#kit/contract/resource.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import type { Row } from './resource-calls.ts';
import type { ResourceTableProps } from './resource-table.tsx';
import type { Cells } from './table-columns.tsx';
import type { ResourceList } from './use-resource-list.ts';

/** What the form is wanted for: a row, a new one, or a new one below a row. */
export interface FormRequest {
  readonly id?: number;
  readonly parent?: Row;
}

type Part = (list: ResourceList) => ReactNode;

/** The parts of a list that a page may add or replace; whatever it leaves out is the engine's. */
export interface ListParts<R extends AnyResource = AnyResource> {
  readonly cells?: Cells<R> | undefined;
  /** The field that holds a row's parent: the list is drawn as a tree. */
  readonly tree?: string | undefined;
  /** False where others make the rows that are read here. */
  readonly isOwn?: boolean | undefined;
  /** Filters that the page draws itself; a search in the form keeps them. */
  readonly ownFilters?: readonly string[] | undefined;
  /** More to do with a row. */
  readonly actions?: ((row: RowOf<R>) => readonly Action[]) | undefined;
  /** The row's actions altogether, made from the usual ones. */
  readonly actionsOf?: ((row: RowOf<R>, usual: readonly Action[]) => readonly Action[]) | undefined;
  /** Opens a row, instead of the drawer. */
  readonly onOpen?: ((row: RowOf<R>) => void) | undefined;
  /** Begins a new row, instead of the form; permission and operation are the page's business then. */
  readonly onNew?: (() => void) | undefined;
  /** Takes a step instead of the usual dialog; answers false to leave it to that. */
  readonly onTransition?: ((name: string, rows: readonly Row[]) => false | undefined) | undefined;
  /** Above the search: tabs, figures, a strip of choices. */
  readonly above?: Part | undefined;
  /** Instead of the search form. */
  readonly search?: Part | undefined;
  /** Beside the buttons above the rows. */
  readonly extra?: Part | undefined;
  /** Among the icons at the end of the toolbar. */
  readonly tools?: Part | undefined;
  /** What can be done with the chosen rows, beside what they allow themselves. */
  readonly batch?: Part | undefined;
  /** Under the rows: totals. */
  readonly below?: Part | undefined;
  /** The rows, instead of the table. */
  readonly table?: ((props: ResourceTableProps) => ReactNode) | undefined;
  /** Beside the list when a row is open, instead of the drawer. */
  readonly detail?: ((open: { readonly id: number; onClose(): void }) => ReactNode) | undefined;
}

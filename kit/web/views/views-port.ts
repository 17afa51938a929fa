import { port } from '#kit/web/port.ts';
import type { ColumnLayout } from '#kit/web/ui/use-list-prefs.ts';

export interface ViewContent {
  filters: Record<string, string>;
  sort: string | null;
  columns?: ColumnLayout | undefined;
}

/** A list under a name. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly content: ViewContent;
  readonly shared: boolean;
  readonly isDefault: boolean;
  readonly isOwn: boolean;
  readonly ownerName: string;
}

export interface NewView {
  list: string;
  name: string;
  content: ViewContent;
  shared: boolean;
  isDefault: boolean;
}

export interface ViewsPort {
  list(list: string): Promise<readonly SavedView[]>;
  save(view: NewView): Promise<unknown>;
  mark(id: number, marks: { isDefault?: boolean; shared?: boolean }): Promise<unknown>;
  remove(id: number): Promise<unknown>;
}

export const viewsPort = port<ViewsPort>();

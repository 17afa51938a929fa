import type { ComponentType } from 'react';
import type { Field, Fields } from '#kit/contract/field.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { type UrlState, useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { FormDrawerProps } from './form-drawer.tsx';
import { ListPage } from './list-page.tsx';
import type { ListParts } from './list-parts.ts';
import type { Row, Values } from './resource-calls.ts';
import { useResourceDetail } from './use-resource-detail.ts';

const FormDrawer = panelLater(async () => (await import('./form-drawer.tsx')).FormDrawer);

/** The parts of the list, and the form in its drawer. */
export interface ResourcePageOptions<R extends AnyResource = AnyResource> extends ListParts<R> {
  /** What the form begins with, and what it looks like inside, where the plain fields are not enough. */
  readonly form?: Pick<FormDrawerProps, 'initial' | 'body' | 'width'>;
}

/**
 * The screen of a resource: its list, with form and detail in drawers.
 *
 * @example
 * export default resourcePage(sysDictType, { cells: { rowCount: (row) => <RowsLink row={row} /> } });
 */
export function resourcePage<R extends AnyResource>(resource: R, options: ResourcePageOptions<R> = {}): ComponentType {
  return () => <ResourcePage resource={resource} {...options} />;
}

interface Props<R extends AnyResource> extends ResourcePageOptions<R> {
  readonly resource: R;
}

/** The same for a page that adds something of its own. */
export function ResourcePage<R extends AnyResource>({ form, ...list }: Props<R>) {
  const { resource, tree } = list;
  const url = useUrlState();
  const { panel, open, close } = usePanel();
  const id = panel?.kind === 'edit' ? panel.id : undefined;
  const parentId = panel?.kind === 'new' ? panel.parentId : undefined;
  const parent = useResourceDetail(resource, parentId ?? null).row;
  const isForm = id !== undefined || (panel?.kind === 'new' && (!parentId || parent));
  return (
    <>
      <ListPage
        {...list}
        onForm={(wanted) =>
          open(wanted.id ? { kind: 'edit', id: wanted.id } : { kind: 'new', parentId: wanted.parent?.id })
        }
      />
      {isForm && (
        <FormDrawer
          key={id ?? `below ${parentId}`}
          {...form}
          resource={resource}
          id={id}
          initial={{
            ...form?.initial,
            ...(tree && parent ? below(resource, parent, tree) : filteredBy(resource, url)),
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** A new row is most likely meant for what the list shows. */
function filteredBy(resource: AnyResource, url: UrlState): Values {
  const found: Record<string, unknown> = {};
  for (const name of (resource.list.filters as readonly string[]).filter((one) => resource.form.includes(one))) {
    const text = url.get(name);
    const { kind } = resource.fields[name] as Field;
    if (!text || text.includes(',')) continue;
    if (kind === 'ref' || kind === 'region') found[name] = Number(text);
    else if (kind === 'text' || kind === 'dict') found[name] = text;
  }
  return found;
}

/** A child shares with its parent what can never be changed in either. */
function below(resource: AnyResource, parent: Row, tree: string): Values {
  const shared = Object.entries<Field>(resource.fields as Fields).filter(([, field]) => field.fixed);
  return { ...Object.fromEntries(shared.map(([name]) => [name, parent[name]])), [tree]: parent.id };
}

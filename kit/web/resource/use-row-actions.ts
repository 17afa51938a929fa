import { type AnyResource, type RowOf, type Transition, transitionKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import type { Row } from './resource-calls.ts';

export interface RowVerbs {
  detail?: ((row: Row) => void) | undefined;
  edit?: ((row: Row) => void) | undefined;
  remove(row: Row): void;
  transition(name: string, row: Row): void;
  /** Only where rows have parents. */
  addChild?: ((row: Row) => void) | undefined;
}

/** What can be done with a row now: nothing but what the row's own `_can` says, and what the page adds. */
export function useRowActions<R extends AnyResource>(
  resource: R,
  verbs: RowVerbs,
  more?: (row: RowOf<R>) => readonly Action[],
): (row: Row) => Action[] {
  const t = useT();
  return (row) => {
    const can = (verb: string) => row._can.includes(verb);
    const actions: Action[] = [];
    const moves = Object.entries<Transition>(resource.transitions ?? {})
      .filter(([name]) => can(name))
      .map(([name, transition]) => ({
        key: name,
        label: t.any(transitionKey(resource, name)),
        danger: transition.danger === true,
        isMain: !transition.danger && !transition.remark && name !== 'enable' && name !== 'disable',
        run: () => verbs.transition(name, row),
      }));
    // The next step of the record's life is what most people come for; one that asks for a reason, or switches it off and on, is rare.
    const main = moves.find(({ isMain }) => isMain);
    if (main) actions.push(main);
    const { detail, edit, addChild } = verbs;
    if (edit && can('edit')) actions.push({ key: 'edit', label: t('kit.edit'), run: () => edit(row) });
    if (detail) actions.push({ key: 'detail', label: t('kit.detail'), run: () => detail(row) });
    // After what everybody looks for first, before what is rarer.
    actions.push(...(more?.(row as RowOf<R>) ?? []));
    if (addChild) actions.push({ key: 'child', label: t('kit.addChild'), run: () => addChild(row) });
    actions.push(...moves.filter((move) => move !== main).map((move) => ({ ...move, isMain: false })));
    if (can('remove')) {
      actions.push({ key: 'remove', label: t('kit.remove'), danger: true, run: () => verbs.remove(row) });
    }
    return actions;
  };
}

import type { ComponentType } from 'react';

/** A part of a page that belongs to another module than the page does. */
export interface Slot<P> {
  readonly key: string;
  /** Locale key of its title. */
  readonly label: string;
  /** Lower stands further to the left. */
  readonly order: number;
  /** Without it the part is not drawn. Null: for everybody who sees the page, also before a login. */
  readonly permission: string | null;
  load(): Promise<{ default: ComponentType<P> }>;
}

// biome-ignore lint/suspicious/noExplicitAny: each place has its own props
const places = new Map<string, Map<string, Slot<any>>>();

/**
 * Registers a part where a page offers a place. Called from a module's `web/pages.ts`, which the application always loads.
 *
 * @example
 * registerSlot<{ id: number }>('registry.archive', { key: 'papers', label: '…', order: 40, permission: '…', load: () => import('…') });
 */
export function registerSlot<P>(place: string, slot: Slot<P>): void {
  const here = places.get(place) ?? new Map();
  places.set(place, here.set(slot.key, slot));
}

export const slotsOf = <P>(place: string): Slot<P>[] =>
  [...(places.get(place)?.values() ?? [])].sort((one, other) => one.order - other.order);

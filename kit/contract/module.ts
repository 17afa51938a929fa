import type { AnyEndpoint } from './endpoint.ts';
import { type AnyReport, reportEndpoints } from './report.ts';
import { type AnyResource, endpointsOf } from './resource.ts';

/** A module's face: what it is called, which modules it needs, and everything it declares. */
export interface Module {
  readonly name: string;
  readonly needs: readonly string[];
  readonly resources: readonly AnyResource[];
  readonly endpoints: readonly AnyEndpoint[];
  readonly reports?: readonly AnyReport[];
}

/** Every call a module answers: its own, and those of its resources and reports. */
export const endpointsIn = (one: Module): AnyEndpoint[] => [
  ...one.endpoints,
  ...one.resources.flatMap((resource) => Object.values(endpointsOf(resource))),
  ...(one.reports ?? []).flatMap((report) => Object.values(reportEndpoints(report))),
];

export function defineModule(declared: Module): Module {
  for (const one of [...declared.resources, ...(declared.reports ?? [])]) {
    if (one.module !== declared.name) throw new Error(`${one.name} says it belongs to ${one.module}`);
  }
  return declared;
}

/** Refuses a list in which a module stands before one it needs, so that needs are acyclic by construction. */
export function inOrderOfNeed(modules: readonly Module[]): readonly Module[] {
  const seen = new Set<string>();
  for (const one of modules) {
    const missing = one.needs.find((name) => !seen.has(name));
    if (missing) throw new Error(`module ${one.name} needs ${missing}, which does not stand before it`);
    seen.add(one.name);
  }
  return modules;
}

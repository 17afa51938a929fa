/** Where the record of an entity is shown; registered by the module it belongs to. */
const pages = new Map<string, (id: number) => string>();

/**
 * Called from a module's `web/pages.ts`, which the application always loads.
 *
 * @example
 * registerRecordPages({ 'cure.treatment': (id) => `/cure/treatment/list?open=detail:${id}` });
 */
export function registerRecordPages(own: Readonly<Record<string, (id: number) => string>>): void {
  for (const [entity, page] of Object.entries(own)) pages.set(entity, page);
}

/** Null where nobody said so. Whether a person may open it, `PageLink` knows. */
export const recordPage = (entity: string, id: number): string | null => pages.get(entity)?.(id) ?? null;

export const recordEntities = (): readonly string[] => [...pages.keys()];

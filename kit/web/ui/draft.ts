/** What was typed into a form and not saved yet. */
export interface Draft {
  /** Values the form began with, beyond its own defaults. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>>;
  /** Version of the row when typing began: a later one means that somebody else wrote in between. */
  readonly version: number | null;
}

export const emptyDraft = (initial: Draft['initial'] = {}): Draft => ({ initial, changes: {}, version: null });

const prefixOf = (tabKey: string) => `draft:${tabKey}:`;

export const draftKey = (tabKey: string, form: string, id: number | undefined): string =>
  `${prefixOf(tabKey)}${form}:${id ?? 'new'}`;

export function readDraft(key: string, keepFlag: string | undefined): Draft | null {
  if (keepFlag && sessionStorage.getItem(keepFlag) === null) sessionStorage.removeItem(key);
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Draft) : null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, draft: Draft, keepFlag: string | undefined): void {
  if (Object.keys(draft.changes).length === 0) {
    dropDraft(key, keepFlag);
    return;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
    if (keepFlag) sessionStorage.setItem(keepFlag, '1');
  } catch {
    // A full or forbidden store costs the draft, not the form.
  }
}

export function dropDraft(key: string, keepFlag?: string): void {
  sessionStorage.removeItem(key);
  if (keepFlag) sessionStorage.removeItem(keepFlag);
}

/** For whoever closes a tab: what was typed in it is given up. */
export function dropDraftsOf(tabKey: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefixOf(tabKey))) sessionStorage.removeItem(key);
  }
}

export const hasDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith('draft:'));

/** What one user typed is not for the next. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft:')) sessionStorage.removeItem(key);
}

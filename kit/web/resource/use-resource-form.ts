import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Field } from '#kit/contract/field.ts';
import { type AnyResource, fullName, labelKey } from '#kit/contract/resource.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { dictQuery } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { type Draft, draftKey, dropDraft, emptyDraft, readDraft, writeDraft } from '#kit/web/ui/draft.ts';
import { checkFields } from './check-field.ts';
import { callOf, type Row, resourceKey, useChanged, type Values } from './resource-calls.ts';

export interface FormOptions {
  /** Edits this row; adds a new one without. */
  readonly id?: number | undefined;
  /** What a new form begins with. */
  readonly initial?: Values | undefined;
  /** Session storage key without which a draft is not taken up again. */
  readonly keepFlag?: string;
}

export interface Saved {
  readonly id: number;
  readonly version: number;
}

export type ResourceForm = ReturnType<typeof useResourceForm>;

const dependsOn = ({ where = {} }: Field, name: string) =>
  Object.values(where).some((one) => typeof one === 'object' && one.from === name);
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * State of an add or edit form. What the user touched lies on top of the row (or of the defaults), so a refusal, a
 * reload or somebody else's write never costs what was typed.
 */
export function useResourceForm(resource: AnyResource, { id, initial, keepFlag }: FormOptions = {}) {
  const t = useT();
  const page = usePage();
  const changed = useChanged(resource);
  const isEditing = id !== undefined;
  const names: readonly string[] = resource.form;
  const fieldOf = (name: string): Field => resource.fields[name];
  const isFixed = (name: string) => isEditing && fieldOf(name).fixed;

  const key = draftKey(page.tabKey, fullName(resource), id);
  const [restored] = useState(() => readDraft(key, keepFlag));
  const [draft, setDraft] = useState<Draft>(() => restored ?? emptyDraft(initial));
  const [isRestored, setRestored] = useState(restored !== null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [otherErrors, setOtherErrors] = useState<readonly string[]>([]);
  const [isConflict, setConflict] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [focusOn, setFocusOn] = useState<{ readonly name: string } | null>(null);
  const attempt = useRef<string | null>(null);
  const isBusy = useRef(false);

  const loaded = useFormRow(resource, id);
  const defaults = useDictDefaults(resource, !isEditing);
  const base: Values = isEditing ? (loaded.row ?? {}) : { ...defaults, ...draft.initial };
  const current = (name: string) => (name in draft.changes ? draft.changes[name] : (base[name] ?? null));
  const values: Values = Object.fromEntries(names.map((name) => [name, current(name)]));
  const isDirty = names.some((name) => name in draft.changes && !isSame(draft.changes[name], base[name]));

  const { setDirty } = page;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  useEffect(() => writeDraft(key, draft, keepFlag), [key, draft, keepFlag]);

  const check = (name: string, value: unknown) => {
    const { problems } = checkFields([name], fieldOf, { [name]: value }, t);
    setErrors((old) => ({
      ...Object.fromEntries(Object.entries(old).filter(([key]) => key !== name && !key.startsWith(`${name}.`))),
      ...problems,
    }));
  };
  /** Choices that depended on the one that changes. */
  const cleared = (changed: string): Values =>
    Object.fromEntries(names.filter((one) => dependsOn(fieldOf(one), changed)).map((one) => [one, null]));
  const showErrors = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    const first = names.find((name) => name in found);
    if (first) setFocusOn({ name: first });
  };

  function restart(next: Values = {}): void {
    setDraft(emptyDraft(next));
    setErrors({});
    setOtherErrors([]);
    setConflict(false);
    setRestored(false);
    attempt.current = null;
    dropDraft(key, keepFlag);
    setDirty(false);
  }

  function takeRefusal(error: ApiError): void {
    // Without an answer the call may have been done: repeating it under the same key cannot do it twice.
    if (error.code !== 0) attempt.current = null;
    if (error.code === 409 && isEditing) setConflict(true);
    const found: Record<string, string> = {};
    const others: string[] = [];
    for (const { field, msg } of error.errors) {
      const name = field.split('.')[0] ?? field;
      // In a line the message belongs to its cell.
      if (fieldOf(name)?.lines && name !== field) found[field] ??= msg;
      if (names.includes(name)) found[name] ??= fieldOf(name).lines ? t('kit.linesWrong') : msg;
      else others.push(msg);
    }
    setOtherErrors(others);
    showErrors(found);
  }

  async function submit(): Promise<Saved | null> {
    if (isBusy.current) return null;
    const sendable = names.filter((name) => !isFixed(name));
    const { sent, problems, isRight } = checkFields(sendable, fieldOf, values, t);
    showErrors(problems);
    if (!isRight) return null;
    isBusy.current = true;
    setSubmitting(true);
    attempt.current ??= newKey();
    try {
      const saved: Saved = await call(callOf(resource, isEditing ? 'edit' : 'add'), {
        body: isEditing ? { id, version: draft.version ?? loaded.row?.version, ...sent } : sent,
        idempotencyKey: attempt.current,
      });
      restart();
      notify('success', t('ok.saved'));
      void changed();
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      takeRefusal(error);
      return null;
    } finally {
      isBusy.current = false;
      setSubmitting(false);
    }
  }

  return {
    resource,
    isEditing,
    names,
    fieldOf,
    labelOf: (name: string) => t.any(labelKey(resource, name)),
    values,
    /** With what the row has besides: names of codes, fields of the server. */
    allValues: { ...base, ...values } as Values,
    errors,
    /** Refusals that belong to no field of the form. */
    otherErrors,
    isDirty,
    /** Typed before the page was left or reloaded. */
    isRestored,
    /** Somebody else wrote the row meanwhile. */
    isConflict,
    loading: loaded.loading || defaults === null,
    loadError: loaded.error,
    reload: () => void loaded.reload(),
    submitting,
    /** The field to put the cursor into; a new object each time it is wanted. */
    focusOn,
    isFixed,
    set: (name: string, value: unknown) => {
      attempt.current = null;
      const version = loaded.row?.version ?? null;
      setDraft((old) => ({
        ...old,
        changes: { ...old.changes, ...cleared(name), [name]: value },
        version: old.version ?? version,
      }));
      if (errors[name]) check(name, value);
    },
    blur: (name: string) => {
      if (name in draft.changes) check(name, values[name]);
    },
    submit,
    /** Begins again, with these values. */
    restart,
    /** After a conflict: takes the row as it is now and puts what was typed on top. */
    takeLatest: async () => {
      const latest = await loaded.reload();
      if (!latest) return;
      setDraft((old) => ({ ...old, version: latest.version }));
      setConflict(false);
    },
  };
}

function useFormRow(resource: AnyResource, id: number | undefined) {
  // Its own copy per opening: a form must begin with the row as it is now, not as some list once cached it.
  const [opening] = useState(newKey);
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'form', id, opening],
    queryFn: () => call(callOf(resource, 'detail'), { params: { id: id as number }, quiet: true }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    row: query.data as Row | undefined,
    loading: id !== undefined && query.isPending,
    error: query.error,
    reload: async () => (await query.refetch()).data as Row | undefined,
  };
}

/** Values that the dictionaries mark as default; null until they are known. */
function useDictDefaults(resource: AnyResource, isWanted: boolean): Values | null {
  const language = useLanguage();
  const dicts = (resource.form as readonly string[]).filter((name) => resource.fields[name].kind === 'dict');
  const names = isWanted ? dicts : [];
  const queries = useQueries({ queries: names.map((name) => dictQuery(resource.fields[name].dict, language)) });
  // One that failed is asked again by the field that shows it: waiting for that would take the field away, and so for ever.
  if (queries.some((query) => query.isPending && query.errorUpdateCount === 0)) return null;
  return Object.fromEntries(
    names.map((name, index) => [name, queries[index]?.data?.find((one) => one.isDefault)?.dictValue ?? null]),
  );
}

import { useEffect, useRef } from 'react';
import { type Field, filterOf } from '#kit/contract/field.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';

interface Model {
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  fieldOf(name: string): Field;
  set(name: string, value: unknown): void;
}

/** Fills each required reference that can mean one record only; draws nothing. */
export function OnlyChoices({ form }: { readonly form: Model }) {
  return form.names
    .filter((name) => form.fieldOf(name).kind === 'ref' && !form.fieldOf(name).optional)
    .map((name) => <OnlyChoice key={name} name={name} form={form} />);
}

/** Once: whoever empties the field meant to. */
function OnlyChoice({ name, form }: { readonly name: string; readonly form: Model }) {
  const { ref = '', where: narrowed } = form.fieldOf(name);
  const filter = narrowed && filterOf(narrowed, form.values);
  const where = filter ? new URLSearchParams(filter).toString() : '';
  const enabled = form.values[name] === undefined && filter !== null;
  const { options, loading } = useRefOptions(ref, '', null, { where, enabled });
  const only = enabled && !loading && options.length === 1 ? options[0]?.id : undefined;
  const set = useRef(form.set);
  set.current = form.set;
  useEffect(() => {
    if (only !== undefined) set.current(name, only);
  }, [name, only]);
  return null;
}

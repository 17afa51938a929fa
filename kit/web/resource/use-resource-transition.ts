import { useRef, useState } from 'react';
import { type Field, type Fields, field } from '#kit/contract/field.ts';
import { type AnyResource, labelKey, type Transition } from '#kit/contract/resource.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { knownValues } from '#kit/web/proposal/known-values.ts';
import { callOf, type Row, useChanged, type Values } from './resource-calls.ts';

export interface Asked {
  readonly name: string;
  readonly rows: readonly Row[];
}

export type ResourceTransition = ReturnType<typeof useResourceTransition>;

/** The remark stands among the transition's own fields under this name. */
const remarkName = 'remark';

/** Asks for a transition's form and remark and carries it out, on one row or on many; `onMoved` hears which. */
export function useResourceTransition(resource: AnyResource, onMoved?: (rows: readonly Row[]) => void) {
  const t = useT();
  const changed = useChanged(resource);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [submitting, setSubmitting] = useState(false);
  const [failed, setFailed] = useState<readonly { id: number; msg: string }[]>([]);
  const attempt = useRef<string | null>(null);

  const transition: Transition | undefined = asked ? resource.transitions?.[asked.name] : undefined;
  const fields = (transition?.form ?? {}) as Fields;
  // One box for words is enough, unless the remark is what is asked for.
  const hasWords = Object.values(fields).some((one) => one.kind === 'longText') && !transition?.remark;
  const names = [...Object.keys(fields), ...(hasWords ? [] : [remarkName])];
  const remark = field.longText({ max: 500, optional: transition?.remark !== true }) as Field;
  const fieldOf = (name: string) => fields[name] ?? remark;

  async function submit(): Promise<void> {
    if (!asked || submitting) return;
    // It came with the dialog; a list that only shows does without.
    const { checkFields } = await import('./check-field.ts');
    const { sent, problems, isRight } = checkFields(names, fieldOf, values, t);
    setErrors(problems);
    if (!isRight) return;
    const { [remarkName]: said, ...form } = sent;
    const more = {
      name: asked.name,
      ...(transition?.form && { form }),
      ...(typeof said === 'string' && { remark: said }),
    };
    const items = asked.rows.map(({ id, version }) => ({ id, version }));
    attempt.current ??= newKey();
    setSubmitting(true);
    try {
      const { failed: refused = [], approvalId } = await call(callOf(resource, 'transition'), {
        body: items.length === 1 ? { ...items[0], ...more } : { items, ...more },
        idempotencyKey: attempt.current,
      });
      void changed();
      onMoved?.(asked.rows);
      setFailed(refused);
      if (refused.length > 0) return;
      notify('success', t(approvalId ? 'ok.asked' : 'ok.done'));
      setAsked(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field.replace(/^form\./, ''), msg])));
      if (error.code !== 409) return;
      // The row moved on meanwhile: what can be done with it must be asked again.
      setAsked(null);
      onMoved?.(asked.rows);
      void changed();
    } finally {
      setSubmitting(false);
    }
  }

  return {
    resource,
    /** What is being asked for, on which rows; null when nothing is. */
    asked,
    transition,
    names,
    fieldOf,
    labelOf: (name: string) => (name === remarkName ? t('kit.remark') : t.any(labelKey(resource, name))),
    values,
    errors,
    submitting,
    /** Rows of a batch that were refused. */
    failed,
    ask: (name: string, rows: readonly Row[]) => {
      setAsked({ name, rows });
      setValues(knownValues((resource.transitions?.[name]?.form ?? {}) as Fields, rows));
      setErrors({});
      setFailed([]);
      attempt.current = null;
    },
    set: (name: string, value: unknown) => {
      attempt.current = null;
      setValues((old) => ({ ...old, [name]: value }));
      setErrors(({ [name]: _, ...rest }) => rest);
    },
    submit,
    close: () => setAsked(null),
  };
}

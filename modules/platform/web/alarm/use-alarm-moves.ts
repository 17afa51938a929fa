import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { type Alarm, alarm } from '#modules/platform/contract/alarm/alarm.ts';

type Chosen = Pick<Alarm, 'id' | 'version'>;

/** Moves one alarm or several on; says what happened, and what was refused under its field. */
export function useAlarmMoves() {
  const t = useT();
  const changed = useChanged(alarm);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  async function move(name: string, rows: readonly Chosen[], more: { form?: object; remark?: string } = {}) {
    if (busy) return false;
    const items = rows.map(({ id, version }) => ({ id, version }));
    setBusy(true);
    setErrors({});
    try {
      const answer = await call(callOf(alarm, 'transition'), {
        body: items.length === 1 ? { ...items[0], name, ...more } : { items, name, ...more },
      });
      const failed: { msg: string }[] = answer.failed ?? [];
      if (failed.length > 0) {
        const ok = items.length - failed.length;
        notify('warning', `${t('kit.batchResult', { ok, failed: failed.length })} ${failed[0]?.msg ?? ''}`);
      } else notify('success', t('ok.done'));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field.replace(/^form\./, ''), msg])));
      return false;
    } finally {
      setBusy(false);
      void changed();
    }
  }
  return { move, busy, errors };
}

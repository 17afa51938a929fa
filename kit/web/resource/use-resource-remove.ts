import { App } from 'antd';
import type { AnyResource } from '#kit/contract/resource.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { rowName } from '#kit/web/ui/row-name.ts';
import { callOf, type Row, useChanged } from './resource-calls.ts';

/** Removes rows, all or none, after the user confirmed; resolves to whether they are gone. */
export function useResourceRemove(resource: AnyResource, onGone?: (rows: readonly Row[]) => void) {
  const t = useT();
  const { modal } = App.useApp();
  const changed = useChanged(resource);
  return async (rows: readonly Row[]): Promise<boolean> => {
    const [first] = rows;
    if (!first) return false;
    let isGone = false;
    await modal.confirm({
      title:
        rows.length === 1
          ? t('kit.removeOne', { name: rowName(resource, first) })
          : t('kit.removeMany', { n: rows.length }),
      content: t('kit.removeHint'),
      okText: t('kit.remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(callOf(resource, 'remove'), { body: { idArr: rows.map((row) => row.id) } });
        } catch (error) {
          // The client has said why; the list stays as it is.
          if (error instanceof ApiError) return;
          throw error;
        }
        isGone = true;
        onGone?.(rows);
        notify('success', t('ok.removed'));
        await changed();
      },
    });
    return isGone;
  };
}

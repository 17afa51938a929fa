import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { editParam, type ParamRow } from '#modules/platform/contract/reference/params.ts';

export const paramsKey = ['platform.params'];
export const securityKey = ['platform.security'];

interface Options {
  /** Another tenant's, for the operator. */
  readonly tenantNo?: number | undefined;
  onSaved(): void;
  onFault(text: string): void;
}

/** Saves one parameter by itself; null gives it its default back. A refusal comes in words. */
export function useSaveParam({ tenantNo, onSaved, onFault }: Options) {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ row, value }: { row: ParamRow; value: string | null }) =>
      call(editParam, {
        body: {
          paramKey: row.paramKey,
          paramValue: value,
          version: row.version,
          ...(tenantNo !== undefined && { tenantNo }),
        },
        quiet: true,
      }),
    onSuccess: () => {
      notify('success', t('ok.saved'));
      onSaved();
    },
    onError: (error) =>
      onFault(error instanceof ApiError ? (error.errors[0]?.msg ?? error.message) : t('error.network')),
    onSettled: () => Promise.all([paramsKey, securityKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

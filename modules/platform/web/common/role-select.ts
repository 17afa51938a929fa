import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { roleOptions } from '#modules/platform/contract/notice/notice-content.ts';

/** Roles by code and name, as a select wants them. */
export function useRoles(): readonly { value: string; label: string }[] {
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['lookup', 'roles', language],
    queryFn: () => call(roleOptions, { quiet: true }),
    staleTime: 300_000,
  });
  return (query.data ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }));
}

import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import type { SessionUser } from '#kit/web/shell-context.ts';
import { configList } from '#modules/platform/contract/tenant-config.ts';

/** What the tenant calls itself and shows of itself: words and pictures by their code, nothing until they are here. */
export function useSiteConfig({ tenantNo, principalId }: Pick<SessionUser, 'tenantNo' | 'principalId'>) {
  const { data = [] } = useQuery({
    queryKey: ['site', tenantNo, principalId],
    queryFn: () =>
      call(configList, { query: { tenantNo, principalId: principalId ?? undefined }, quiet: true, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const find = (code: string) => data.find((one) => one.configCode === code);
  return {
    value: (code: string): string | null => find(code)?.configValue || null,
    picture: (code: string): string | null => find(code)?.url ?? null,
  };
}

import { useQuery } from '@tanstack/react-query';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { type PledgeSite, pledgeSite } from '#modules/bank/contract/site/site.ts';

/** Sites in use that the caller may see, for choosing one. */
export function useSites(): readonly PledgeSite[] {
  const language = useLanguage();
  const { data = [] } = useQuery({
    queryKey: [...resourceKey(pledgeSite), 'choice', language],
    queryFn: async () =>
      (
        await callEnvelope(callOf(pledgeSite, 'list'), {
          query: { status: 'inUse', sort: 'siteNo', pageNum: '1', pageSize: '100' },
          quiet: true,
        } as never)
      ).data as PledgeSite[],
  });
  return data;
}

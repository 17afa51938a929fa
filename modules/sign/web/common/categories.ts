import { useQuery } from '@tanstack/react-query';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { type SignCategory, signCategory } from '#modules/sign/contract/settings/sign-category.ts';

const { list } = endpointsOf(signCategory);

/** Kinds of tags in use. */
export function useCategories(): readonly SignCategory[] {
  const { data } = useQuery({
    queryKey: ['sign.categories'],
    staleTime: 300_000,
    queryFn: () =>
      call(list as NonNullable<typeof list>, { query: { status: 'enabled', pageSize: 100 }, quiet: true }) as Promise<
        SignCategory[]
      >,
  });
  return data ?? [];
}

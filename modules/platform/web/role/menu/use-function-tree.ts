import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { type FunctionItemNode, functionTree } from '#modules/platform/contract/role/sys-function.ts';

export const functionKey = ['platform.functionTree'];

/** Systems, groups and items in the reader's language, and the items by id. */
export function useFunctionTree() {
  const language = useLanguage();
  const query = useQuery({
    queryKey: [...functionKey, language],
    queryFn: () => call(functionTree, { quiet: true }),
    staleTime: 60_000,
  });
  const systems = query.data ?? [];
  const items = new Map<number, FunctionItemNode & { systemId: number }>();
  for (const { systemId, groups } of systems)
    for (const group of groups) for (const item of group.items) items.set(item.itemId, { ...item, systemId });
  return { ...query, systems, items };
}

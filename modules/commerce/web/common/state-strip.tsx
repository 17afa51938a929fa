import { useQueries } from '@tanstack/react-query';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

export interface StateTab {
  /** `commerce.tabs.<key>`. */
  readonly key: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly isBad?: boolean;
}

/** How many rows wait where; pressed, the list shows them. */
export function StateStrip({ resource, tabs }: { readonly resource: AnyResource; readonly tabs: readonly StateTab[] }) {
  const text = useTexts('commerce.tabs');
  const url = useUrlState();
  const counts = useQueries({
    queries: tabs.map(({ filter }) => ({
      // Below the noun's own key: a step that is taken counts anew.
      queryKey: [fullName(resource), 'strip', filter],
      queryFn: () =>
        callEnvelope(callOf(resource, 'list'), {
          query: { ...filter, pageNum: '1', pageSize: '1' },
          quiet: true,
        } as never),
    })),
  });
  const names = [...new Set(tabs.flatMap(({ filter }) => Object.keys(filter)))];
  const isChosen = (filter: StateTab['filter']) =>
    names.every((name) => (url.get(name) ?? null) === (filter[name] ?? null));
  const none = Object.fromEntries(names.map((name) => [name, null]));
  return (
    <FigureStrip
      figures={tabs.map(({ key, filter, isBad = false }, at) => {
        const n = counts[at]?.data?.total ?? 0;
        return {
          key,
          label: text.any(key),
          value: n,
          isBad: isBad && n > 0,
          isChosen: isChosen(filter),
          onClick: () => url.set(isChosen(filter) ? none : { ...none, ...filter }),
        };
      })}
    />
  );
}

import { useArrival } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

const chinaDay = (daysAgo: number) =>
  new Date(Date.now() + 8 * 3600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** A log opened without a question shows its last days; whoever brings a filter, or clears it, gets what they asked for. */
export function useDefaultPeriod(days: number): { from: string; to: string } {
  const url = useUrlState();
  useArrival(() => {
    const asked = ['happenedAtFrom', 'happenedAtTo', 'keyword', 'username', 'ip', 'entityId', 'nickname'];
    if (asked.some((name) => url.get(name))) return;
    url.set({ happenedAtFrom: chinaDay(days - 1), happenedAtTo: chinaDay(0) }, { replace: true });
  });
  return {
    from: url.get('happenedAtFrom')?.slice(0, 10) ?? chinaDay(days - 1),
    to: url.get('happenedAtTo')?.slice(0, 10) ?? chinaDay(0),
  };
}

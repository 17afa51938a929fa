import { onlineManager, QueryClient } from '@tanstack/react-query';

// It believes in a network until it hears otherwise, and a page opened without one hears nothing before there is one again.
onlineManager.setOnline(navigator.onLine);

/** The API client tells the user what failed; repeating by itself would only tell it thrice. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Without a network what is shown stays as it is until there is one again. What was not there yet fails at once, so that the page
 * says so or shows what is kept: it would wait for ever otherwise.
 */
const usual = queryClient.defaultQueryOptions.bind(queryClient);
queryClient.defaultQueryOptions = ((options: Parameters<typeof usual>[0]) => {
  const given = usual(options);
  const shown = queryClient.getQueryCache().get(given.queryHash)?.state.data;
  if (given.networkMode || shown !== undefined) return given;
  return { ...given, networkMode: 'always' as const };
}) as typeof queryClient.defaultQueryOptions;

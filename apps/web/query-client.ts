import { QueryClient } from '@tanstack/react-query';

/** The API client tells the user what failed; repeating by itself would only tell it thrice. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 },
    mutations: { retry: false },
  },
});

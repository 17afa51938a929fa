import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from './query-client.ts';

beforeEach(() => queryClient.mount());
afterEach(() => {
  queryClient.unmount();
  onlineManager.setOnline(true);
  queryClient.clear();
});

it('without a network what was not there fails and is asked again when there is one; what is shown stays', async () => {
  let line: 'up' | 'down' = 'down';
  const ask = vi.fn(async () => (line === 'up' ? 'here' : Promise.reject(new Error('no network'))));
  const watch = (key: string) => {
    const observer = new QueryObserver(queryClient, { queryKey: [key], queryFn: ask });
    observer.subscribe(() => observer.setOptions({ queryKey: [key], queryFn: ask }));
    return observer;
  };
  onlineManager.setOnline(false);
  const fresh = watch('fresh');
  await vi.waitFor(() => expect(fresh.getCurrentResult().status).toBe('error'));

  line = 'up';
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(fresh.getCurrentResult().data).toBe('here'));

  line = 'down';
  onlineManager.setOnline(false);
  const asked = ask.mock.calls.length;
  void fresh.refetch();
  await Promise.resolve();
  expect(fresh.getCurrentResult()).toMatchObject({ data: 'here', status: 'success', fetchStatus: 'paused' });
  expect(ask.mock.calls.length).toBe(asked);
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Router } from '#kit/web/router.tsx';
import { useLayoutStore } from './layout-store.ts';
import { PageContent } from './page-content.tsx';

const load = vi.hoisted(() => vi.fn());
vi.mock('../pages.ts', () => ({ pages: new Map([['/slow', load]]), ownPaths: new Set() }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

it('a view that does not come within 120 seconds says so, and comes on retry; the loading bar ends 200 ms later (R57, R61)', async () => {
  load.mockReturnValueOnce(new Promise(() => {}));
  useLayoutStore.getState().setLoading(true);
  render(
    <Router>
      <PageContent path="/slow" waiting={<p>等待</p>} />
    </Router>,
  );
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  expect(screen.getByText('等待')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('页面加载超时，点击重试')).toBeTruthy();

  load.mockResolvedValueOnce({ default: () => <p>来了</p> });
  useLayoutStore.getState().setLoading(true);
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('来了')).toBeTruthy();
  expect(useLayoutStore.getState().loading).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(useLayoutStore.getState().loading).toBe(false);
});

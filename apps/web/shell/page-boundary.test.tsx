import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#kit/web/api/client.ts';
import { Router } from '#kit/web/router.tsx';
import { useLayoutStore } from './layout-store.ts';
import { PageBoundary } from './page-boundary.tsx';

let broken = false;

function Page() {
  if (broken) throw new ApiError({ code: 500, msg: '系统繁忙', traceId: 'abc123' });
  return <p>现在好了</p>;
}

afterEach(() => vi.restoreAllMocks());

it('a page that throws shows 500 with its traceId and a retry, and leaves what stands beside it alone (R45)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  useLayoutStore.getState().setLoading(true);
  broken = true;
  render(
    <Router>
      <PageBoundary>
        <Page />
      </PageBoundary>
      <PageBoundary>
        <p>另一个标签页</p>
      </PageBoundary>
    </Router>,
  );
  expect(screen.getByText('抱歉，页面出错了')).toBeTruthy();
  expect(screen.getByText(/abc123/)).toBeTruthy();
  expect(screen.getByText('另一个标签页')).toBeTruthy();
  expect(useLayoutStore.getState().loading).toBe(false);

  broken = false;
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(screen.getByText('现在好了')).toBeTruthy();
});

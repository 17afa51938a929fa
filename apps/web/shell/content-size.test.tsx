import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useThemeStore } from '../theme/theme-store.ts';
import { contentSizeEvent, useContentSize } from './content-size.ts';
import { useLayoutStore } from './layout-store.ts';

function Content() {
  const content = useRef<HTMLDivElement>(null);
  useContentSize(content);
  return <div ref={content} />;
}

describe('R59: the size of the content', () => {
  const heard = vi.fn();
  const elapsed = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return heard.mock.calls.length;
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    window.addEventListener(contentSizeEvent, heard);
    render(<Content />);
    await elapsed(2_000);
    heard.mockClear();
  });
  afterEach(() => {
    cleanup();
    window.removeEventListener(contentSizeEvent, heard);
    vi.useRealTimers();
  });

  it('is published 100 ms after the window changed, once for many changes', async () => {
    for (let i = 0; i < 5; i += 1) window.dispatchEvent(new Event('resize'));
    expect(await elapsed(99)).toBe(0);
    expect(await elapsed(1)).toBe(1);
    expect(heard.mock.calls[0]?.[0].detail).toEqual({ width: expect.any(Number), height: expect.any(Number) });
  });

  it('is published 100 ms after the theme changed', async () => {
    act(() => useThemeStore.getState().change({ showTabs: false }));
    expect(await elapsed(99)).toBe(0);
    expect(await elapsed(1)).toBe(1);
  });

  it('is published 800 ms after the sidebar folded', async () => {
    act(() => useLayoutStore.setState(({ collapsed }) => ({ collapsed: !collapsed })));
    expect(await elapsed(799)).toBe(0);
    expect(await elapsed(1)).toBe(1);
  });
});

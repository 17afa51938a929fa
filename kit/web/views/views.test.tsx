import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sample, sampleLookups, sampleRow } from '#kit/web/testing/sample.ts';
import { type SavedView, viewsPort } from './views-port.ts';

const page = <ListPage resource={sample} onForm={vi.fn()} />;
const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  content: { filters: { status: 'done' }, sort: 'title:desc', columns: { hidden: ['kind'] } },
  shared: false,
  isDefault: false,
  isOwn: true,
  ownerName: 'Tester',
  ...more,
});
const connect = (views: readonly SavedView[]) => {
  const port = { list: vi.fn(async () => views), save: vi.fn(async () => null), mark: vi.fn(), remove: vi.fn() };
  viewsPort.connect(port);
  return port;
};

beforeEach(() => {
  sampleLookups();
  localStorage.clear();
  fakeServer({ 'GET test/sample/list': () => ({ data: [sampleRow(1)], total: 1 }) });
});
afterEach(() => viewsPort.connect(null));

describe('saved views', () => {
  it('put on the default when a list is opened bare, and leave a link alone', async () => {
    connect([view(1), view(2, { isDefault: true, content: { filters: { keyword: 'x' }, sort: null } })]);
    const bare = renderPage(page, { search: 'other=1' });
    await waitFor(() => expect(bare.search()).toBe('other=1&keyword=x'));
    expect(await screen.findByRole('button', { name: 'View 2' })).toBeVisible();
    // Whoever clears it afterwards keeps it cleared.
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    expect(bare.search()).toBe('other=1');
    bare.unmount();

    const linked = renderPage(page, { search: 'status=open' });
    await screen.findByText('Sample 1');
    expect(linked.search()).toBe('status=open');
  });

  it('bring filter, order and columns back, and keep those of now under a name', async () => {
    const port = connect([view(1), view(3, { isOwn: false, ownerName: 'Somebody' })]);
    const tab = renderPage(page, { search: 'keyword=old&pageNum=2' });
    await screen.findByText('Sample 1');
    await userEvent.click(await screen.findByRole('button', { name: '视图' }));
    // Another's view can be used, not changed.
    expect(await screen.findByText('来自 Somebody')).toBeVisible();
    expect(screen.queryByRole('button', { name: '删除: View 3' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'View 1' }));
    expect(Object.fromEntries(new URLSearchParams(tab.search()))).toEqual({ status: 'done', sort: 'title:desc' });
    const heads = screen.getAllByRole('columnheader').map((one) => one.textContent);
    expect(heads).not.toContain('test.sample.kind');

    await userEvent.click(screen.getByRole('button', { name: /View 1/, expanded: false }));
    await userEvent.click(await screen.findByRole('button', { name: '保存当前视图' }));
    const name = await screen.findByLabelText('视图名称');
    await userEvent.clear(name);
    await userEvent.type(name, 'Mine{Enter}');
    await waitFor(() => expect(port.save).toHaveBeenCalledTimes(1));
    expect(port.save).toHaveBeenCalledWith({
      list: 'test.sample',
      name: 'Mine',
      shared: false,
      isDefault: false,
      content: { filters: { status: 'done' }, sort: 'title:desc', columns: { hidden: ['kind'] } },
    });
  });
});

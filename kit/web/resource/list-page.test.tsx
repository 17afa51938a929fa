import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sample, sampleLookups, sampleRow } from '#kit/web/testing/sample.ts';
import { ListPage } from './list-page.tsx';

const list = 'GET test/sample/list';
const page = <ListPage resource={sample} onForm={vi.fn()} />;
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

beforeEach(() => sampleLookups());

describe('ListPage', () => {
  it('takes filters, page and sort from the address and puts a search back into it', async () => {
    const made = fakeServer({ [list]: () => ({ data: [sampleRow(1)], total: 90 }) });
    const tab = renderPage(page, { search: 'keyword=old&status=open&pageNum=3&pageSize=50&sort=title:desc&other=1' });
    await screen.findByText('Sample 1');
    expect(made.get(list)?.at(-1)?.query).toEqual({
      keyword: 'old',
      status: 'open',
      pageNum: '3',
      pageSize: '50',
      sort: 'title:desc',
    });

    const keyword = screen.getByLabelText('关键字');
    expect(keyword).toHaveValue('old');
    await userEvent.clear(keyword);
    await userEvent.type(keyword, 'new{Enter}');
    expect(Object.fromEntries(new URLSearchParams(tab.search()))).toEqual({
      keyword: 'new',
      status: 'open',
      pageSize: '50',
      sort: 'title:desc',
      other: '1',
    });
    await waitFor(() => expect(made.get(list)?.at(-1)?.query).toMatchObject({ keyword: 'new', pageNum: '1' }));

    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    expect(new URLSearchParams(tab.search()).has('status')).toBe(false);
    expect(new URLSearchParams(tab.search()).get('other')).toBe('1');
  });

  it("offers exactly what a row's own _can allows", async () => {
    fakeServer({
      [list]: () => ({
        data: [sampleRow(1, { _can: [] }), sampleRow(2, { _can: ['edit', 'finish', 'remove'] })],
        total: 2,
      }),
    });
    renderPage(page, { actions: ['test:sample:edit', 'test:sample:remove'] });
    const buttons = async (name: string) =>
      within((await rowOf(name)).lastElementChild as HTMLElement)
        .getAllByRole('button')
        .map((one) => one.textContent || one.getAttribute('aria-label'));
    expect(await buttons('Sample 1')).toEqual(['详情']);
    // The next step of a row's life stands first; its name is long here, so the rest is in the menu.
    expect(await buttons('Sample 2')).toEqual(['test.sample._finish', '更多操作']);
    await userEvent.click(screen.getByLabelText('更多操作'));
    expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual(['编辑', '详情', '删除']);
    expect(screen.queryByRole('button', { name: '新增' })).toBeNull();
  });

  it('draws the parts a page gives instead of its own', async () => {
    fakeServer({ [list]: () => ({ data: [sampleRow(1, { _can: ['edit', 'finish'] })], total: 1 }) });
    const onOpen = vi.fn();
    const onTransition = vi.fn();
    renderPage(
      <ListPage
        resource={sample}
        onOpen={onOpen}
        onTransition={onTransition}
        above={({ total }) => <p>{`above ${total}`}</p>}
        extra={() => <p>extra</p>}
        batch={({ selected }) => <p>{`batch ${selected.length}`}</p>}
        below={() => <p>below</p>}
        actionsOf={(_row, usual) =>
          [...usual, { key: 'own', label: 'own', run: vi.fn() }].filter(({ key }) => key !== 'detail')
        }
      />,
    );
    expect(await screen.findByText('above 1')).toBeVisible();
    for (const text of ['extra', 'below']) expect(screen.getByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Sample 1' }));
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }));
    // Without a form nothing is edited here.
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'test.sample._finish' }));
    expect(onTransition).toHaveBeenCalledWith('finish', [expect.objectContaining({ id: 1 })]);
    await userEvent.click(within(await rowOf('Sample 1')).getByRole('checkbox'));
    expect(screen.getByText('batch 1')).toBeVisible();
    await userEvent.click(screen.getByLabelText('更多操作'));
    expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual(['own']);
  });

  it('says "10,000+" when more rows match than are counted, and pages on by key beyond page 500', async () => {
    const made = fakeServer({ [list]: () => ({ data: [sampleRow(1)], total: 10_001, next: 'k501' }) });
    const tab = renderPage(page, { search: 'pageNum=500' });
    expect(await screen.findByText('共 10,000+ 条')).toBeVisible();
    await userEvent.click(screen.getByTitle('下一页'));
    expect(tab.search()).toBe('pageNum=501&after=k501');
    await waitFor(() => expect(made.get(list)?.at(-1)?.query).toEqual({ after: 'k501', pageSize: '20' }));
  });

  it('lets go of the chosen rows once a batch has moved them', async () => {
    const move = 'POST test/sample/transition';
    const made = fakeServer({
      [list]: () => ({ data: [1, 2].map((id) => sampleRow(id, { _can: ['detail', 'finish'] })), total: 2 }),
      [move]: () => ({ data: { ok: 2, failed: [] } }),
    });
    renderPage(page);
    for (const name of ['Sample 1', 'Sample 2']) await userEvent.click(within(await rowOf(name)).getByRole('checkbox'));
    expect(screen.getByText('已选 2 项')).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'test.sample._finish' })[0] as HTMLElement);
    fireEvent.submit((await screen.findByRole('dialog')).querySelector('form') as HTMLFormElement);
    await waitFor(() => expect(screen.queryByText('已选 2 项')).toBeNull());
    expect(made.get(move)?.map(({ body }) => body.items)).toEqual([
      [
        { id: 1, version: 1 },
        { id: 2, version: 1 },
      ],
    ]);
  });

  it('keeps the chosen columns for the user', async () => {
    fakeServer({ [list]: () => ({ data: [sampleRow(1)], total: 1 }) });
    const first = renderPage(page);
    const heads = () => screen.getAllByRole('columnheader').map((one) => one.textContent);
    await screen.findByText('Sample 1');
    expect(heads()).toContain('test.sample.kind');
    await userEvent.click(screen.getByRole('button', { name: '列设置' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'test.sample.kind' }));
    await userEvent.click(screen.getByRole('button', { name: '上移状态' }));
    first.unmount();
    renderPage(page);
    await screen.findByText('Sample 1');
    expect(heads().filter((one) => one === '状态' || one?.startsWith('test.'))).toEqual([
      '状态',
      'test.sample.title',
      'test.sample.sampleCode',
      'test.sample.amount',
    ]);
  });

  it('shows what failed with a way to try again, and an empty list with the next step', async () => {
    let isBroken = true;
    fakeServer({ [list]: () => (isBroken ? { code: 500, msg: 'busy', traceId: 'x1' } : { data: [], total: 0 }) });
    renderPage(page, { actions: ['test:sample:add'] });
    await screen.findByText('busy');
    expect(screen.getByText('编号 x1')).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('还没有数据')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /新增/ })).toHaveLength(2);
  });
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { type Job, jobPort } from '#kit/web/jobs/job-port.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sample, sampleLookups, sampleRow } from '#kit/web/testing/sample.ts';
import ImportDrawer from './import-drawer.tsx';

const sheeted = { ...sample, operations: [...sample.operations, 'export', 'import'] } as AnyResource;
const list = 'GET test/sample/list';
const page = <ListPage resource={sheeted} onForm={vi.fn()} />;
const toast = vi.fn();

const job = (id: number, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'import',
  title: 'Sample',
  status: 'partly',
  total: 10,
  done: 10,
  failedRows: 2,
  percent: 100,
  message: null,
  hasResult: false,
  hasErrors: true,
  createdAt: '2026-11-15T09:30:00+08:00',
  ...more,
});
const port = {
  list: async () => [],
  get: async (id: number) => job(id),
  errors: async () => [{ rowNo: 4, reasons: [{ field: 'amount', msg: 'too much' }] }],
  cancel: vi.fn(),
  save: vi.fn(async () => undefined),
};

beforeEach(() => {
  sampleLookups();
  setApiPorts({ toast });
});
afterEach(() => {
  jobPort.connect(null);
  vi.clearAllMocks();
});

describe('export', () => {
  it('sends what the filter shows with the columns in sight, or the chosen rows, and says when it goes on behind', async () => {
    const made = fakeServer({
      [list]: () => ({ data: [sampleRow(1), sampleRow(2)], total: 9000 }),
      'POST test/sample/export': () => ({ msg: 'in the background', data: { jobId: 5 } }),
    });
    localStorage.setItem('list:7:test.sample', JSON.stringify({ hidden: ['kind'] }));
    renderPage(page, { search: 'status=open&sort=title:asc&pageNum=3', actions: ['test:sample:export'] });
    await screen.findByText('Sample 1');
    await userEvent.click(screen.getByRole('button', { name: '导出' }));
    const sent = () => made.get('POST test/sample/export') ?? [];
    await waitFor(() => expect(sent()).toHaveLength(1));
    const columns = ['title', 'status', 'sampleCode', 'amount'];
    expect(sent()[0]?.body).toEqual({ filter: { status: 'open', sort: 'title:asc' }, columns, clientType: 'web' });
    await waitFor(() => expect(toast).toHaveBeenCalledWith('info', 'in the background'));

    await userEvent.click(screen.getByRole('checkbox', { name: '选择Sample 2' }));
    await userEvent.click(screen.getByRole('button', { name: '导出所选 1 项' }));
    await waitFor(() => expect(sent()[1]?.body).toEqual({ idArr: [2], columns, clientType: 'web' }));
  });

  it('and import are not offered without their permissions', async () => {
    jobPort.connect(port);
    fakeServer({ [list]: () => ({ data: [sampleRow(1)], total: 1 }) });
    renderPage(page);
    await screen.findByText('Sample 1');
    expect(screen.queryByRole('button', { name: /导出|导入/ })).toBeNull();
  });
});

describe('import', () => {
  it('checks first, shows what is wrong, and saves the right rows; the same file again only after a question', async () => {
    jobPort.connect(port);
    let next = 1;
    const made = fakeServer({
      'POST test/sample/import': ({ body }) =>
        body.mode === 'commit' && !body.again
          ? { code: 500, bizCode: 'import.again', msg: 'once more?' }
          : { data: { jobId: next++ } },
    });
    renderPage(<ImportDrawer resource={sheeted} onClose={vi.fn()} />);
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'rows.xlsx'));
    await userEvent.click(await screen.findByRole('button', { name: '开始检查' }));
    expect(await screen.findByText('共 10 行，8 行可以导入，2 行有误')).toBeVisible();
    expect(await screen.findByText('too much')).toBeVisible();
    expect(screen.getByText('test.sample.amount')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '下载错误行' }));
    expect(port.save).toHaveBeenCalledWith(1, 'errors');

    await userEvent.click(screen.getByRole('button', { name: '只导入正确的 8 行' }));
    await screen.findAllByText('once more?');
    expect(toast).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '再次导入' }));
    expect(await screen.findByText('已导入 8 行，2 行未导入')).toBeVisible();
    const sent = made.get('POST test/sample/import') ?? [];
    expect(sent.map(({ body }) => [body.mode, body.again, body.file.name])).toEqual([
      ['check', undefined, 'rows.xlsx'],
      ['commit', undefined, 'rows.xlsx'],
      ['commit', 'true', 'rows.xlsx'],
    ]);
    // Three intentions, three keys.
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3);
  });
});

describe('print', () => {
  it('puts title, filter and every row found on paper, not just the page', async () => {
    const made = fakeServer({
      [list]: ({ query }) => ({
        data: query.pageSize === '500' ? [1, 2, 3].map((id) => sampleRow(id)) : [sampleRow(1)],
        total: 3,
      }),
    });
    const print = vi.fn();
    vi.stubGlobal('print', print);
    renderPage(page, { search: 'kind=b&keyword=Sam' });
    await screen.findByText('Sample 1');
    await userEvent.click(await screen.findByRole('button', { name: '打印' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    const sheet = document.querySelector('.ml-print') as HTMLElement;
    expect(sheet.parentElement).toBe(document.body);
    expect(sheet.querySelectorAll('tbody tr')).toHaveLength(3);
    expect(sheet.textContent).toContain('Sam');
    expect(sheet.textContent).toContain('sample_kind B');
    expect(sheet.textContent).toContain('Tester');
    expect(made.get(list)?.at(-1)?.query).toMatchObject({ kind: 'b', keyword: 'Sam', pageNum: '1', pageSize: '500' });
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('.ml-print')).toBeNull());
  });
});

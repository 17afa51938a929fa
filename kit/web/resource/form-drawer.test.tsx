import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sample, sampleLookups, sampleRow } from '#kit/web/testing/sample.ts';
import { FormDrawer } from './form-drawer.tsx';

const title = () => screen.findByLabelText('test.sample.title');
const code = () => screen.getByLabelText('test.sample.sampleCode');
const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }));

beforeEach(() => sampleLookups());

describe('FormDrawer', () => {
  it("marks the server's field errors, focuses the first and keeps what was typed", async () => {
    const made = fakeServer({
      'POST test/sample/add': () => ({
        code: 422,
        msg: 'wrong',
        errors: [
          { field: 'sampleCode', msg: 'taken already' },
          { field: 'elsewhere', msg: 'closed season' },
        ],
      }),
    });
    const onClose = vi.fn();
    renderPage(<FormDrawer resource={sample} onClose={onClose} />);
    await userEvent.type(await title(), 'A title');
    await userEvent.type(code(), 'S1');
    await save();
    expect(await screen.findByText('taken already')).toBeVisible();
    expect(screen.getByText('closed season')).toBeVisible();
    expect(code()).toHaveFocus();
    expect(code()).toHaveAttribute('aria-invalid', 'true');
    expect(code()).toHaveAccessibleDescription('taken already');
    expect(await title()).toHaveValue('A title');
    expect(onClose).not.toHaveBeenCalled();
    expect(made.get('POST test/sample/add')?.[0]?.body).toMatchObject({ title: 'A title', kind: 'a', amount: null });
  });

  it('checks by the contract before anything is sent', async () => {
    const made = fakeServer({});
    renderPage(<FormDrawer resource={sample} onClose={vi.fn()} />);
    await userEvent.type(await title(), 'x');
    await userEvent.tab();
    expect(await screen.findByText('至少 2 个字符')).toBeVisible();
    await save();
    expect(await screen.findByText('必填')).toBeVisible();
    expect(await title()).toHaveFocus();
    expect(made.size).toBe(0);
  });

  it('tells the tab about unsaved input, keeps it as a draft and sends a lost request again under the same key', async () => {
    let isLost = true;
    const made = fakeServer({
      'POST test/sample/add': () => (isLost ? undefined : { data: { id: 9, version: 1 } }),
    });
    const onClose = vi.fn();
    const first = renderPage(<FormDrawer resource={sample} onClose={onClose} />);
    await title();
    expect(first.isDirty()).toBe(false);
    await userEvent.type(await title(), 'A title');
    await userEvent.type(code(), 'S1');
    expect(first.isDirty()).toBe(true);
    first.unmount();

    const again = renderPage(<FormDrawer resource={sample} onClose={onClose} />);
    expect(await title()).toHaveValue('A title');
    expect(screen.getByText('已恢复上次未保存的内容')).toBeVisible();
    await save();
    await waitFor(() => expect(made.get('POST test/sample/add')).toHaveLength(1));
    isLost = false;
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const keys = made.get('POST test/sample/add')?.map((one) => one.headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(again.isDirty()).toBe(false);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  it('puts what was typed on top of the latest row after a conflict', async () => {
    let version = 1;
    const made = fakeServer({
      'GET test/sample/5': () => ({ data: sampleRow(5, { version, remark: `v${version}` }) }),
      'POST test/sample/edit': ({ body }) =>
        body.version === version ? { data: { id: 5, version: 3 } } : { code: 409, msg: 'stale' },
    });
    const onClose = vi.fn();
    renderPage(<FormDrawer resource={sample} id={5} onClose={onClose} />);
    await userEvent.type(await title(), '!');
    expect(code()).toBeDisabled();
    version = 2;
    await save();
    await userEvent.click(await screen.findByRole('button', { name: '载入最新并保留我的修改' }));
    await waitFor(() => expect(screen.getByLabelText('备注')).toHaveValue('v2'));
    expect(await title()).toHaveValue('Sample 5!');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(made.get('POST test/sample/edit')?.at(-1)?.body).toMatchObject({ id: 5, version: 2, title: 'Sample 5!' });
    expect(made.get('POST test/sample/edit')?.at(-1)?.body).not.toHaveProperty('sampleCode');
  });
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// As the build has it: outside of one, the whole library and its parts are two.
import useApp from 'antd/es/app/useApp';
import { expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fetchHolders, LateApp } from './late-app.tsx';

const answered = vi.fn();

function Page() {
  const { modal, message } = useApp();
  const ask = async () => {
    void message.open({ type: 'success', content: '已保存' });
    answered(await modal.confirm({ title: '删除？', okText: '删除' }));
  };
  return (
    <button type="button" onClick={() => void ask()}>
      开始
    </button>
  );
}

it('shows and answers what was asked before the dialogs were there', async () => {
  render(
    <LateApp>
      <Page />
    </LateApp>,
  );
  await userEvent.click(screen.getByRole('button', { name: '开始' }));
  await screen.findByText('已保存');
  await userEvent.click(await screen.findByRole('button', { name: /删\s?除/ }));
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(true));
});

it('asks again for what did not come, and keeps the page', async () => {
  const there = { default: () => null } as never;
  const load = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValueOnce(there);
  expect(await fetchHolders(load, 1)).toBe(there);
  expect(load).toHaveBeenCalledTimes(2);
});

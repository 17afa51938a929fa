import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { FillForm } from './fill-form.tsx';

const info = {
  id: 7,
  version: 3,
  status: 'draft',
  actionStatus: 'ongoing',
  formCode: 'fmd',
  answers: {},
  ill: 0,
  dead: 0,
  investigators: [],
  photoIds: [],
  movesIn: [],
  movesOut: [],
  _can: [],
};
const known = { stock: [], immunity: [], lots: [], movesIn: [], movesOut: [], neighbours: [] };
const routes = {
  'GET ant/investigationInfo/7': () => ({ data: info }),
  'GET ant/investigationInfo/prepare': () => ({ data: known }),
  'GET ant/investigationAction/choices': () => ({ data: { diseases: [], staff: [] } }),
};
const save = 'POST ant/investigationInfo/save';
const ill = () => screen.findByLabelText('prevention.investigationInfo.ill');

it('closed by Esc it sends what was typed first, and asks only where that cannot be saved', async () => {
  let isLost = true;
  const made = fakeServer({ ...routes, [save]: () => (isLost ? undefined : { data: { id: 7, version: 4 } }) });
  const onClose = vi.fn();
  renderPage(<FillForm id={7} onClose={onClose} />, { actions: ['ant:investigation:fill'] });
  await userEvent.type(await ill(), '5');
  await userEvent.keyboard('{Escape}');
  const drop = await screen.findByRole('button', { name: '放弃并关闭' });
  // It comes by a transition.
  await waitFor(() => expect(drop).toBeVisible());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  isLost = false;
  await userEvent.click(document.querySelector('.ant-drawer-close') as Element);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(made.get(save)?.at(-1)?.body).toMatchObject({ id: 7, version: 3, ill: 5 });
});

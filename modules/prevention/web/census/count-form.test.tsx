import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import type { CensusSheet } from '#modules/prevention/contract/census/census.ts';
import { CountForm } from './count-form.tsx';

const sheet = { id: 7, version: 3, status: 'todo', lines: [], missing: [], foreign: [], photoIds: [] };
const known = {
  animals: [],
  lines: [{ species: 'cattle', stage: 'calf', tagged: 0, untagged: 0 }],
  lastOn: null,
  species: ['cattle'],
  startDate: '2026-11-01',
};

it('closes at once while nothing was typed, and asks before a count is lost', async () => {
  fakeServer({ 'GET ant/censusSheet/prepare': () => ({ data: known }) });
  const onClose = vi.fn();
  renderPage(<CountForm sheet={sheet as unknown as CensusSheet} onClose={onClose} />);
  const calves = await screen.findByRole('spinbutton');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await userEvent.type(calves, '4');
  await userEvent.keyboard('{Escape}');
  const discard = await screen.findByRole('button', { name: '放弃并关闭' });
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.click(discard);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import AnimalChangePage from './animal-change.page.tsx';

beforeEach(async () => {
  await loadTexts('registry');
  sampleLookups();
});

const opened = (actions: readonly string[]) => {
  const made = fakeServer({
    'GET pri/animal/change/list': () => ({ data: [], total: 0 }),
    'GET sys/savedView/list': () => ({ data: [] }),
  });
  renderPage(<AnimalChangePage />, { actions });
  return () => made.get('GET pri/animal/change/list')?.at(-1)?.query;
};

describe('the change sheets', () => {
  it('open on what waits for whoever confirms', async () => {
    const asked = opened(['pri:animal:list', 'pri:animal:confirm']);
    expect(await screen.findByRole('tab', { name: '待我处理', selected: true })).toBeInTheDocument();
    await waitFor(() => expect(asked()).toMatchObject({ status: 'submitted', changeType: 'death' }));
  });

  it('open on all of them for whoever neither confirms nor receives', async () => {
    const asked = opened(['pri:animal:list']);
    expect(await screen.findByRole('tab', { name: '全部', selected: true })).toBeInTheDocument();
    expect(screen.queryByRole('tab', { name: '待我处理' })).toBeNull();
    await waitFor(() => expect(asked()).toBeDefined());
    expect(asked()).not.toHaveProperty('status');
  });
});

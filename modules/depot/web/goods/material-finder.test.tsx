import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { material } from '#modules/depot/contract/goods/material.ts';
import { MaterialFinder } from './material-finder.tsx';

const row = (id: number, barcode: string) => ({ id, barcode, name: `Goods ${id}`, spec: '1', kind: 'feed', packs: [] });

it('takes what the scanner typed, not the first of the list shown before', async () => {
  const list = `GET ${callOf(material, 'list').path}`;
  const made = fakeServer({
    [list]: ({ query }) => ({ data: query.keyword === 'B2' ? [row(3, 'B22'), row(2, 'B2')] : [row(1, 'B1')] }),
  });
  const onFound = vi.fn();
  renderPage(<MaterialFinder label="find" onFound={onFound} />);
  await waitFor(() => expect(made.get(list)).toHaveLength(1));
  await userEvent.type(screen.getByRole('combobox'), 'B2{Enter}');
  await waitFor(() => expect(onFound).toHaveBeenCalledTimes(1));
  expect(onFound).toHaveBeenCalledWith(expect.objectContaining({ materialId: 2, barcode: 'B2' }));
});

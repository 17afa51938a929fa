import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { useSlotParts } from './slot-parts.tsx';
import { registerSlot } from './slots.ts';

const part = (key: string, order: number, permission: string | null) =>
  registerSlot<{ id: number }>('test.place', {
    key,
    order,
    permission,
    label: `test.${key}`,
    load: async () => ({ default: ({ id }: { id: number }) => <p>{`${key} of ${id}`}</p> }),
  });

function Place({ held }: { readonly held: readonly string[] }) {
  return useSlotParts<{ id: number }>('test.place', new Set(held)).map(({ key, View }) => <View key={key} id={7} />);
}
const draw = (...held: string[]) =>
  renderPage(
    <Suspense>
      <Place held={held} />
    </Suspense>,
  );

it('a page offers a place: parts come in their order, and only to whoever may see them', async () => {
  part('second', 20, 'a:b:list');
  part('open', 10, null);
  // Its words are fetched first: what waits for a promise is drawn inside an act that waits too.
  const { unmount } = await act(async () => draw());
  expect(await screen.findByText('open of 7')).toBeTruthy();
  expect(screen.queryByText('second of 7')).toBeNull();
  unmount();
  await act(async () => draw('a:b:list'));
  await screen.findByText('second of 7');
  expect(screen.getAllByText(/of 7/).map((one) => one.textContent)).toEqual(['open of 7', 'second of 7']);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { field } from '#kit/contract/field.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sample, sampleLookups, sampleRow } from '#kit/web/testing/sample.ts';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { TransitionDialog } from './transition-dialog.tsx';
import { useResourceTransition } from './use-resource-transition.ts';

const move = 'POST test/sample/transition';
const stepped = {
  ...sample,
  transitions: {
    finish: {
      from: ['open'],
      to: 'done',
      form: {
        amount: field.int({ min: 1, max: 9 }),
        doneOn: field.date(),
        dueOn: field.date({ ahead: true }),
        personId: field.ref('test.person'),
        otherId: field.ref('test.person', { optional: true }),
        words: field.longText({ max: 50, optional: true }),
      },
    },
  },
} as unknown as AnyResource;

function Steps({ rows }: { readonly rows: readonly ReturnType<typeof sampleRow>[] }) {
  const transition = useResourceTransition(stepped);
  return (
    <>
      <button type="button" onClick={() => transition.ask('finish', rows)}>
        begin
      </button>
      <TransitionDialog transition={transition} />
    </>
  );
}

const begin = async (...rows: ReturnType<typeof sampleRow>[]) => {
  const made = fakeServer({ [move]: () => ({ data: { ok: rows.length, failed: [] } }) });
  renderPage(<Steps rows={rows} />);
  await userEvent.click(screen.getByRole('button', { name: 'begin' }));
  const dialog = await screen.findByRole('dialog');
  return { made, send: () => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement) };
};
const typed = (name: string) => screen.getByLabelText<HTMLInputElement>(`test.sample.${name}`).value;
const people = [
  { id: 7, name: 'Seven' },
  { id: 8, name: 'Eight' },
];

let offered = people.slice(0, 1);
beforeEach(() => sampleLookups({ refOptions: async () => offered }));

it('sends what is known already: the row, today, and the only record to choose', async () => {
  offered = people.slice(0, 1);
  const { made, send } = await begin(sampleRow(1, { amount: 5, dueOn: dayFromNow(9), words: 'of another step' }));
  await screen.findByText('Seven');
  send();
  await waitFor(() => expect(made.get(move)).toHaveLength(1));
  expect(made.get(move)?.[0]?.body.form).toEqual({
    amount: 5,
    doneOn: dayFromNow(),
    dueOn: dayFromNow(9),
    personId: 7,
    otherId: null,
    words: null,
  });
});

it('proposes nothing that is not known: a day ahead, one of several records, what rows disagree about', async () => {
  offered = people;
  const [one, two] = [sampleRow(1, { amount: 5, dueOn: dayFromNow(-1) }), sampleRow(2, { amount: 6, dueOn: null })];
  const { made, send } = await begin(one, two);
  expect(typed('amount')).toBe('');
  expect(typed('dueOn')).toBe('');
  expect(typed('doneOn')).toBe(dayFromNow());
  expect(screen.queryByText('Seven')).toBeNull();
  send();
  await waitFor(() => expect(screen.getByLabelText('test.sample.personId')).toHaveAttribute('aria-invalid', 'true'));
  expect(made.get(move)).toBeUndefined();
});

it('leaves a choice empty that somebody emptied', async () => {
  offered = people.slice(0, 1);
  await begin(sampleRow(1, { amount: 5 }));
  const chosen = await screen.findByText('Seven');
  const clear = chosen.closest('.ant-select')?.querySelector('.ant-select-clear') as HTMLElement;
  fireEvent.mouseDown(clear);
  fireEvent.click(clear);
  await waitFor(() => expect(screen.queryByText('Seven')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText('Seven')).toBeNull();
});

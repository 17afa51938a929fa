import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { field } from '#kit/contract/field.ts';
import { type AnyResource, defineResource } from '#kit/contract/resource.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';

const check = defineResource({
  module: 'test',
  name: 'check',
  path: 'test/check',
  screen: '/test/check',
  permission: 'test:check',
  scope: 'tenant',
  fields: {
    id: field.id(),
    unitId: field.ref('test.unit', { optional: true }),
    staffId: field.ref('test.staff', { optional: true, where: { unitId: { from: 'unitId' }, status: 'active' } }),
    doneOn: field.date(),
    isFit: field.bool(),
    fee: field.money({ optional: true }),
  },
  title: 'doneOn',
  list: { columns: ['doneOn'], filters: [] },
  form: ['unitId', 'staffId', 'doneOn', 'isFit', 'fee'],
  operations: ['list', 'add'],
}) as AnyResource;
const add = 'POST test/check/add';

beforeEach(() => sampleLookups());

it('a required yes or no is asked for, Enter in a date sends nothing, and yuan are sent as cents', async () => {
  const made = fakeServer({ [add]: () => ({ data: { id: 1, version: 0 } }) });
  renderPage(<FormDrawer resource={check} initial={{ doneOn: '2026-11-16' }} onClose={vi.fn()} />);
  const [yes] = await screen.findAllByRole('radio');
  expect(yes).not.toBeChecked();
  await userEvent.type(await screen.findByDisplayValue('2026-11-16'), '{Enter}');
  await userEvent.type(await screen.findByRole('spinbutton'), '1234.5');
  expect(made.get(add)).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('必填')).toBeInTheDocument();
  expect(made.get(add)).toBeUndefined();
  await userEvent.click(screen.getByText('否'));
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(made.get(add)).toHaveLength(1));
  expect(made.get(add)?.[0]?.body).toMatchObject({ isFit: false, fee: 123_450, doneOn: '2026-11-16' });
});

it('a choice that depends on another waits for it, asks for its rows only, and is cleared with it', async () => {
  const asked: (string | undefined)[] = [];
  sampleLookups({
    refOptions: async (resource, { where, id }) => {
      if (resource === 'test.staff') asked.push(id ? `id ${id}` : where);
      return resource === 'test.unit'
        ? [
            { id: 1, name: 'North' },
            { id: 2, name: 'South' },
          ]
        : [{ id: 9, name: 'Ann' }];
    },
  });
  const made = fakeServer({ [add]: () => ({ data: { id: 1, version: 0 } }) });
  renderPage(
    <FormDrawer resource={check} initial={{ doneOn: '2026-11-16', isFit: true, staffId: 9 }} onClose={vi.fn()} />,
  );
  const [unit, staff] = await screen.findAllByRole('combobox');
  expect(staff).toBeDisabled();
  expect(asked).toEqual([]);
  await userEvent.click(unit as HTMLElement);
  await userEvent.click(await screen.findByTitle('South'));
  await vi.waitFor(() => expect(asked).toContain('unitId=2&status=active'));
  expect(staff).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await vi.waitFor(() => expect(made.get(add)).toHaveLength(1));
  expect(made.get(add)?.[0]?.body).toMatchObject({ unitId: 2, staffId: null });
});

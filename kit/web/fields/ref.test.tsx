import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import type { Field } from '#kit/contract/field.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import { RefField } from './ref.tsx';

it('takes nothing that an earlier word found when Enter comes before the answer', async () => {
  sampleLookups({
    refOptions: async (_, { keyword }) => (keyword ? [{ id: 2, name: 'Two' }] : [{ id: 1, name: 'One' }]),
  });
  const onChange = vi.fn();
  renderPage(
    <RefField
      id="ref"
      field={{ kind: 'ref', ref: 'test.sample', optional: true } as unknown as Field}
      value={null}
      onChange={onChange}
      onBlur={vi.fn()}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />,
  );
  const input = screen.getByRole('combobox');
  await userEvent.click(input);
  await screen.findAllByText('One');
  await userEvent.type(input, 'tw{Enter}');
  expect(onChange).not.toHaveBeenCalledWith(1);
});

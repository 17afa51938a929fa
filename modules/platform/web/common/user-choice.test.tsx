import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { UserChoice } from './user-choice.tsx';

const person = { id: 5, nickname: '包山', username: 'bs', phone: '138****0000', deptName: '检疫科' };

describe('choosing one of an organisation’s people', () => {
  it('asks GET sys/user/getUserSelectByPrincipalId, and finds by what is typed', async () => {
    const made = fakeServer({ 'GET sys/user/getUserSelectByPrincipalId': () => ({ data: [person] }) });
    const onChange = vi.fn();
    renderPage(<UserChoice id="who" principalId={9} value={3} valueName="旧人" onChange={onChange} />);
    expect(await screen.findByText('旧人')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('combobox'), '包');
    const asked = () => made.get('GET sys/user/getUserSelectByPrincipalId')?.map((one) => one.query);
    await waitFor(() => expect(asked()).toContainEqual({ principalId: '9', keyword: '包' }));
    await userEvent.click(await screen.findByText('bs · 检疫科 · 138****0000'));
    expect(onChange).toHaveBeenCalledWith(5);
  });

  it('asks nothing before the organisation is known', async () => {
    const made = fakeServer({});
    renderPage(<UserChoice id="who" principalId={null} value={null} onChange={() => {}} />);
    expect(screen.getByRole('combobox')).toBeDisabled();
    expect(made.size).toBe(0);
  });
});

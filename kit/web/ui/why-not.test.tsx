import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiPorts } from '#kit/web/api/ports.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { WhyNot } from './why-not.tsx';

it('explains a refusal that carries reasons, and leaves every other to the message', async () => {
  renderPage(<WhyNot />);
  expect(apiPorts().explain('x', null)).toBe(false);
  const reasons = [{ guard: 'held', words: '已被占用', wayOut: '先释放', evidence: null }];
  act(() => void expect(apiPorts().explain('x', { reasons })).toBe(true));
  expect(await screen.findByText('已被占用')).toBeTruthy();
  expect(screen.getByText(/先释放/)).toBeTruthy();
});

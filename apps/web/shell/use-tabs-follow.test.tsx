import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { Router, useLocation, useNavigate } from '#kit/web/router.tsx';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useTabStore } from '../tabs/tab-store.ts';
import { closeTabs } from '../tabs/tabs.ts';
import { useTabsFollow } from './use-tabs-follow.ts';

vi.mock('../pages.ts', () => ({ pages: new Map([['/home', null]]), ownPaths: new Set() }));

const user = () => ({ pages: [] }) as unknown as UserInfo;
const keys = () => useTabStore.getState().tabs.list.map((one) => one.key);
let go: ReturnType<typeof useNavigate>;

function Frame() {
  go = useNavigate();
  useTabsFollow('/home');
  return <p>{useLocation().pathname}</p>;
}

beforeEach(() => {
  history.replaceState(null, '', '#/home');
  useSessionStore.setState({ user: user() });
});

it('a tab that was closed does not come back when the session is read anew on the way home', async () => {
  render(
    <Router>
      <Frame />
    </Router>,
  );
  act(() => go('/form'));
  await screen.findByText('/form');
  expect(keys()).toEqual(['/home', '/form']);
  act(() => {
    useTabStore.getState().update((tabs) => closeTabs(tabs, '/form', 'all').tabs);
    go('/home');
    // Drawn at once, before the page that was gone to.
    useSessionStore.setState({ user: user() });
  });
  await screen.findByText('/home');
  expect(keys()).toEqual(['/home']);
});

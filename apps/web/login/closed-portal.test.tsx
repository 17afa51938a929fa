import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { Router } from '#kit/web/router.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import type { PortalFace } from '#modules/platform/contract/auth/session.ts';
import { loginIdKey } from '../session/session-store.ts';
import LoginPage from './login-page.tsx';

const face = (portalId: string, route: string, status: PortalFace['status']) => ({
  ...{ portalId, route, title: { zh_CN: portalId, zh_TW: portalId, en: portalId }, subtitle: null, layout: 'center' },
  ...{ color: null, homePath: null, rememberAllowed: true, navGroup: null, logo: null, background: null },
  ...{
    showDownload: false,
    orderNum: 1,
    status,
    captchaNow: false,
    favicon: null,
    supportPhone: '0475-1',
    demo: false,
  },
  ...{ copyright: null, icpNo: null, policeNo: null },
});

function open(address: string) {
  const calls = fakeServer({
    'GET sys/auth/portal': ({ query }) => ({
      data: query.route ? face('shut', '/shutLogin', 'disabled') : face('all', '/allLogin', 'enabled'),
    }),
    'GET sys/auth/passwordPolicy': () => ({ data: null }),
  });
  history.replaceState(null, '', `#${address}`);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router>
        <LoginPage />
      </Router>
    </QueryClientProvider>,
  );
  return calls;
}

describe('a disabled portal (R2, R3)', () => {
  it('is not remembered, and leads to the common login page with the path asked for', async () => {
    localStorage.setItem(loginIdKey, 'bank');
    const calls = open('/shutLogin?from=%2Fpri%2Fbase');
    expect(await screen.findByText('该登录入口已停用')).toBeVisible();
    expect(screen.queryByLabelText('密码')).toBeNull();
    expect(localStorage.getItem(loginIdKey)).toBe('bank');
    expect(screen.getByText('服务电话：0475-1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '前往统一登录页' }));
    expect(await screen.findByLabelText('密码')).toBeVisible();
    expect(calls.get('GET sys/auth/portal')?.at(-1)?.query).toMatchObject({ loginId: 'bank' });
  });
});

import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { setLanguage } from '#kit/web/i18n/i18n.ts';
import { Router } from '#kit/web/router.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import ForbiddenPage from './forbidden-page.tsx';
import { NotFound } from './not-found.tsx';
import { PublicNotOpen } from './not-open.tsx';
import { useScreens } from './screens.ts';

const bankHome = {
  ...{ path: '/bank/home', menuName: '金融首页', menuNameTw: '金融首頁', menuNameEn: 'Bank home' },
  ...{ permission: 'bank:home:view|bank:mine:view', built: false },
};

beforeEach(() => {
  useScreens.setState({ byPath: {} });
  fakeServer({
    'GET sys/access/screen': ({ query }) =>
      query.path === bankHome.path ? { data: bankHome } : { code: 404, msg: '记录不存在或无权查看' },
  });
});

const show = (page: ReactNode) => render(<Router>{page}</Router>);
const heading = (name: string) => screen.findByRole('heading', { name });

describe('a path without a page', () => {
  it('is not open yet where the catalogue has a screen, in the words an anonymous visitor reads', async () => {
    const inside = show(<NotFound path="/bank/home" />);
    expect(await heading('该页面尚未开放')).toBeVisible();
    expect(screen.getByText('「金融首页」的功能还没有开放，请稍后再来。')).toBeVisible();
    inside.unmount();
    show(<PublicNotOpen />);
    expect(await heading('该页面尚未开放')).toBeVisible();
  });

  it('does not exist anywhere else', async () => {
    show(<NotFound path="/no/such/page" />);
    expect(await heading('抱歉，页面不存在')).toBeVisible();
    expect(screen.getByText('访问地址：/no/such/page')).toBeVisible();
  });

  it('tells of no address where it was opened by its own', async () => {
    show(<NotFound />);
    expect(await heading('抱歉，页面不存在')).toBeVisible();
    expect(screen.queryByText(/访问地址/)).toBeNull();
  });
});

describe('a page the user may not open', () => {
  it('names the permission in the reader’s language, its string and the path', async () => {
    await setLanguage('en');
    show(<ForbiddenPage path="/bank/home" />);
    expect(await screen.findByText(/Missing permission: Bank home \(bank:home:view \/ bank:mine:view\)/)).toBeVisible();
    expect(screen.getByText(/\/bank\/home/)).toBeVisible();
    await setLanguage('zh_CN');
  });

  it('names none where no particular page was refused', async () => {
    show(<ForbiddenPage />);
    expect(await heading('抱歉，您没有访问该页面的权限')).toBeVisible();
    expect(screen.queryByText(/缺少权限|exception/)).toBeNull();
  });
});

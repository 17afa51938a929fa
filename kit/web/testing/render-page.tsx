import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Page, PageContext, type Session, SessionContext } from '#kit/web/shell-context.ts';

export interface PageOptions {
  readonly search?: string;
  readonly actions?: readonly string[];
  readonly roles?: readonly string[];
}

/** What the page did to the tab it stands in. */
export interface PageWatch extends RenderResult {
  search(): string;
  isDirty(): boolean;
  readonly opened: string[];
}

const user: Session['user'] = {
  userId: 7,
  username: 'tester',
  nickname: 'Tester',
  tenantNo: 1,
  principalId: null,
  regionCode: null,
  villageLatitude: null,
  villageLongitude: null,
};

/** Draws a page as the shell would: in a tab with an address of its own, for a user with these rights. */
export function renderPage(page: ReactNode, { search = '', actions = [], roles = [] }: PageOptions = {}): PageWatch {
  const seen = { search, isDirty: false };
  const opened: string[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session: Session = { user, actions: new Set(actions), roles: new Set(roles) };

  function Tab() {
    const [params, setParams] = useState(new URLSearchParams(search));
    const [tab] = useState(() => ({
      setDirty: (isDirty: boolean) => {
        seen.isDirty = isDirty;
      },
      setSearch: (next: URLSearchParams) => {
        seen.search = next.toString();
        setParams(next);
      },
      openPage: (path: string) => void opened.push(path),
      closePage: () => void opened.push('closed'),
    }));
    const value: Page = {
      tabKey: '/test',
      path: '/test',
      fullPath: `/test?${params}`,
      title: 'Test',
      search: params,
      ...tab,
    };
    return <PageContext value={value}>{page}</PageContext>;
  }

  const result = render(
    <QueryClientProvider client={client}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <SessionContext value={session}>
            <Tab />
          </SessionContext>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return Object.assign(result, { search: () => seen.search, isDirty: () => seen.isDirty, opened });
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
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

interface TabProps {
  readonly search: string;
  readonly children: ReactNode;
  onSearch(search: string): void;
  onDirty(isDirty: boolean): void;
  onOpen(path: string): void;
}

function Tab({ search, children, onSearch, onDirty, onOpen }: TabProps) {
  const [params, setParams] = useState(new URLSearchParams(search));
  const value: Page = {
    tabKey: '/test',
    path: '/test',
    fullPath: `/test?${params}`,
    title: 'Test',
    search: params,
    setDirty: onDirty,
    setSearch: (next) => {
      onSearch(next.toString());
      setParams(next);
    },
    openPage: onOpen,
    closePage: () => onOpen('closed'),
  };
  return <PageContext value={value}>{children}</PageContext>;
}

/** Draws a page as the shell would: in a tab with an address of its own, for a user with these rights. */
export function renderPage(page: ReactNode, { search = '', actions = [], roles = [] }: PageOptions = {}): PageWatch {
  const seen = { search, isDirty: false };
  const opened: string[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session: Session = { user, actions: new Set(actions), roles: new Set(roles) };
  const result = render(
    <QueryClientProvider client={client}>
      <ConfigProvider locale={zhCN} theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
        <App>
          <SessionContext value={session}>
            <Tab
              search={search}
              onSearch={(next) => {
                seen.search = next;
              }}
              onDirty={(isDirty) => {
                seen.isDirty = isDirty;
              }}
              onOpen={(path) => opened.push(path)}
            >
              {page}
            </Tab>
          </SessionContext>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return Object.assign(result, { search: () => seen.search, isDirty: () => seen.isDirty, opened });
}

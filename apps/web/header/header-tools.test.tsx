import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { Router, useLocation } from '#kit/web/router.tsx';
import { type Session, SessionContext } from '#kit/web/shell-context.ts';
import { HeaderSearch } from './header-search.tsx';
import { ScreenLinks } from './screen-links.tsx';

const built = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../pages.ts', () => ({ pages: built, ownPaths: new Set() }));

const toast = vi.fn();
const searches = ['/ant/search/prevention', '/ant/search/principalName', '/ant/search/animalTypeName'];

beforeEach(() => {
  built.clear();
  for (const path of [...searches, '/ant/screen/index6']) built.set(path, true);
  setApiPorts({ toast });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function show(...actions: string[]) {
  history.replaceState(null, '', '#/home');
  const session = { actions: new Set(actions), roles: new Set() } as unknown as Session;
  render(
    <Router>
      <SessionContext value={session}>
        <HeaderSearch />
        <ScreenLinks />
        <Where />
      </SessionContext>
    </Router>,
  );
}

const box = () => screen.getByRole('textbox', { name: '搜索' });

describe('header search (R52)', () => {
  it('is shown only with ant:home:search', () => {
    show('screen:cattle');
    expect(screen.queryByRole('search')).toBeNull();
  });

  it('goes to the screen of its type with the trimmed name', () => {
    show('ant:home:search');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '搜索类型' }));
    fireEvent.click(screen.getAllByText('动物').at(-1) as HTMLElement);
    fireEvent.change(box(), { target: { value: ' 0021 ' } });
    fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(screen.getByRole('status').textContent).toBe('/ant/search/animalTypeName?name=0021');
  });

  it('stays where it is with an empty text, and says so', () => {
    show('ant:home:search');
    fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(toast).toHaveBeenCalledWith('warning', '请输入搜索内容');
    expect(screen.getByRole('status').textContent).toBe('/home');
  });

  it('does not offer a type whose screen is not built', () => {
    show('ant:home:search');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '搜索类型' }));
    expect(screen.queryAllByText('户主')).not.toHaveLength(0);
    expect(screen.queryAllByText('保险')).toHaveLength(0);
  });
});

describe('dashboard icons (R53)', () => {
  it('are shown with any of the screen permissions, each where its screen is built', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    show('screen:cattle');
    expect(screen.queryByRole('button', { name: '监测分析大屏（新版）' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '监测分析大屏' }));
    expect(open).toHaveBeenCalledWith('#/ant/screen/index6', '_blank');
  });

  it('are hidden without', () => {
    show('ant:home:search');
    expect(screen.queryByRole('button', { name: '监测分析大屏' })).toBeNull();
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rootFontSize } from './root-font.ts';
import { defaultSettings, differences, readSettings } from './settings.ts';

async function freshStore() {
  vi.resetModules();
  return (await import('./theme-store.ts')).useThemeStore;
}

describe('theme settings (R74, R75, R77)', () => {
  beforeEach(() => localStorage.clear());

  it('starts with the defaults of the seed', async () => {
    expect((await freshStore()).getState().settings).toMatchObject({
      color: '#FF8933',
      layoutStyle: 'side',
      sideStyle: 'dark',
      headStyle: 'light',
      tabStyle: 'default',
      transitionName: 'slide-right',
      fixedSidebar: true,
      fixedBody: true,
      showFooter: false,
    });
  });

  it('writes only differences from the defaults', async () => {
    const store = await freshStore();
    store.getState().change({ layoutStyle: 'top', color: '#2F9E58' });
    expect(JSON.parse(localStorage.getItem('theme') ?? '')).toEqual({ layoutStyle: 'top', color: '#2F9E58' });
    store.getState().change({ layoutStyle: 'side', color: '#ff8933' });
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('reset restores the defaults and removes the saved settings', async () => {
    const store = await freshStore();
    store.getState().change({ darkMode: true });
    store.getState().reset();
    expect(store.getState().settings).toEqual(defaultSettings);
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('survives a reload', async () => {
    (await freshStore()).getState().change({ tabStyle: 'card' });
    expect((await freshStore()).getState().settings.tabStyle).toBe('card');
  });

  it('ignores unknown and broken values one by one, never the whole', () => {
    const stored = JSON.stringify({ tabStyle: 'card', headStyle: 'pink', color: 'red', showTabs: 'no', what: 1 });
    expect(readSettings(stored)).toEqual({ ...defaultSettings, tabStyle: 'card' });
    expect(readSettings('{')).toEqual(defaultSettings);
    expect(readSettings('[1]')).toEqual(defaultSettings);
    expect(readSettings('null')).toEqual(defaultSettings);
  });

  it('has nothing to write where nothing differs', () => {
    expect(differences(defaultSettings)).toBeNull();
  });
});

describe('root font size (R60)', () => {
  it.each([
    [1920, 192],
    [1366, 136.6],
    [2560, 192],
    [120, 16],
  ])('%i px wide gives %d px', (width, size) => expect(rootFontSize(width)).toBe(size));
});

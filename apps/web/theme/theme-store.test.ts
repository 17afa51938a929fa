import { beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import zhCn from '../locales/zh_CN.json' with { type: 'json' };
import zhTw from '../locales/zh_TW.json' with { type: 'json' };
import { rootFontSize } from './root-font.ts';
import { defaultSettings, differences, pickerColors, readSettings, swatches } from './settings.ts';

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

describe('R78: colours', () => {
  it('are seven swatches, named in three languages, and ten for the picker', () => {
    expect(swatches.map((one) => one.color).join(' ')).toBe('#FF8933 #2F9E58 #1F6FEB #0FA3A3 #7657D6 #D9463B #C99A1C');
    expect(pickerColors.join(' ')).toBe(
      '#FF8933 #F56A3A #E5484D #D6409F #8E4EC6 #3E63DD #0588F0 #12A594 #46A758 #AD7F58',
    );
    const names = (texts: typeof zhCn) => swatches.map((one) => texts.shell.theme.swatches[one.name]).join(' ');
    expect(names(zhCn)).toBe('暖橙 草原绿 晴空蓝 湖青 暮紫 砖红 麦金');
    expect(names(zhTw)).toBe('暖橙 草原綠 晴空藍 湖青 暮紫 磚紅 麥金');
    expect(names(en)).toBe('Warm orange Grassland green Clear-sky blue Lake teal Dusk purple Brick red Wheat gold');
  });
});

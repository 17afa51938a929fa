/** The theme settings of the seed: what can be set, what each starts as, and how they are kept. */
export const headStyles = ['light', 'dark', 'primary'] as const;
export const sideStyles = ['dark', 'light'] as const;
export const layoutStyles = ['side', 'top', 'mix'] as const;
export const sideMenuStyles = ['default', 'mix'] as const;
export const tabStyles = ['default', 'dot', 'card'] as const;
export const transitions = ['slide-right', 'slide-bottom', 'zoom-in', 'zoom-out', 'fade'] as const;

export interface ThemeSettings {
  showTabs: boolean;
  showFooter: boolean;
  headStyle: (typeof headStyles)[number];
  sideStyle: (typeof sideStyles)[number];
  layoutStyle: (typeof layoutStyles)[number];
  sideMenuStyle: (typeof sideMenuStyles)[number];
  tabStyle: (typeof tabStyles)[number];
  transitionName: (typeof transitions)[number];
  fixedHeader: boolean;
  fixedSidebar: boolean;
  fixedBody: boolean;
  bodyFull: boolean;
  logoAutoSize: boolean;
  colorfulIcon: boolean;
  sideUniqueOpen: boolean;
  weakMode: boolean;
  darkMode: boolean;
  color: string;
  styleResponsive: boolean;
}

export const defaultSettings: ThemeSettings = {
  showTabs: true,
  showFooter: false,
  headStyle: 'light',
  sideStyle: 'dark',
  layoutStyle: 'side',
  sideMenuStyle: 'default',
  tabStyle: 'default',
  transitionName: 'slide-right',
  fixedHeader: false,
  fixedSidebar: true,
  fixedBody: true,
  bodyFull: false,
  logoAutoSize: false,
  colorfulIcon: false,
  sideUniqueOpen: true,
  weakMode: false,
  darkMode: false,
  color: '#FF8933',
  styleResponsive: true,
};

export const swatches = [
  { name: 'warmOrange', color: '#FF8933' },
  { name: 'grasslandGreen', color: '#2F9E58' },
  { name: 'clearSkyBlue', color: '#1F6FEB' },
  { name: 'lakeTeal', color: '#0FA3A3' },
  { name: 'duskPurple', color: '#7657D6' },
  { name: 'brickRed', color: '#D9463B' },
  { name: 'wheatGold', color: '#C99A1C' },
] as const;

export const pickerColors = [
  '#FF8933',
  '#F56A3A',
  '#E5484D',
  '#D6409F',
  '#8E4EC6',
  '#3E63DD',
  '#0588F0',
  '#12A594',
  '#46A758',
  '#AD7F58',
] as const;

const choices: Partial<Record<keyof ThemeSettings, readonly string[]>> = {
  headStyle: headStyles,
  sideStyle: sideStyles,
  layoutStyle: layoutStyles,
  sideMenuStyle: sideMenuStyles,
  tabStyle: tabStyles,
  transitionName: transitions,
};

function isValid(name: keyof ThemeSettings, value: unknown): boolean {
  if (name === 'color') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
  if (typeof defaultSettings[name] === 'boolean') return typeof value === 'boolean';
  return choices[name]?.includes(value as string) ?? false;
}

/** Unknown names and broken values are dropped one by one, so that one bad value never costs the others. */
export function readSettings(stored: string | null): ThemeSettings {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '{}');
  } catch {
    parsed = {};
  }
  const given = typeof parsed === 'object' && parsed !== null ? parsed : {};
  const valid = Object.entries(given).filter(
    ([name, value]) => name in defaultSettings && isValid(name as keyof ThemeSettings, value),
  );
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

/** What is written: only differences from the defaults; null when there is none. */
export function differences(settings: ThemeSettings): string | null {
  const changed = Object.entries(settings).filter(
    ([name, value]) => !isSame(defaultSettings[name as keyof ThemeSettings], value),
  );
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : null;
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

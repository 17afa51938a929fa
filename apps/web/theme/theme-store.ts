import { create } from 'zustand';
import { defaultSettings, differences, readSettings, type ThemeSettings } from './settings.ts';

export const themeKey = 'theme';

interface ThemeStore {
  settings: ThemeSettings;
  change(part: Partial<ThemeSettings>): void;
  reset(): void;
}

export const useThemeStore = create<ThemeStore>()((set, get) => ({
  settings: readSettings(localStorage.getItem(themeKey)),
  change(part) {
    const settings = { ...get().settings, ...part };
    const stored = differences(settings);
    if (stored === null) localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, stored);
    set({ settings });
  },
  reset() {
    localStorage.removeItem(themeKey);
    set({ settings: defaultSettings });
  },
}));

export const useTheme = (): ThemeSettings => useThemeStore((store) => store.settings);

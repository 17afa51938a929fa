import { App } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ThemeSettings } from '../theme/settings.ts';
import { useThemeStore } from '../theme/theme-store.ts';

const applied = 400;

/** Applies a change; a new colour or mode recomputes every style, and says so until it is done. */
export function useThemeChange(): (part: Partial<ThemeSettings>) => void {
  const t = useT();
  const { message } = App.useApp();
  const change = useThemeStore((store) => store.change);
  return (part) => {
    if (part.color === undefined && part.darkMode === undefined) return change(part);
    const close = message.loading(t('shell.theme.loading'), 0);
    // Two frames, so that the message is on the screen before the work begins.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        change(part);
        setTimeout(close, applied);
      }),
    );
  };
}

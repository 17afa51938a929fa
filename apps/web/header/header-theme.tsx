import { ConfigProvider, type ThemeConfig } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { mix } from '../theme/contrast.ts';
import { useTheme } from '../theme/theme-store.ts';
import { tonesOf } from '../theme/tones.ts';

/** Buttons and inputs inside a dark or coloured header take its colours; what pops up from it does not. */
export function HeaderTheme({ children }: { children: ReactNode }) {
  const settings = useTheme();
  const { headStyle } = settings;
  const theme = useMemo<ThemeConfig>(() => {
    const tones = tonesOf(settings);
    if (headStyle === 'light') return {};
    const [ground, text] = headStyle === 'dark' ? [tones.side, '#e8ebe9'] : [tones.fill, tones.onFill];
    const faint = mix(ground, text, 0.1);
    return {
      components: {
        Button: {
          textTextColor: text,
          textTextHoverColor: text,
          textTextActiveColor: text,
          textHoverBg: faint,
          colorBgTextActive: mix(ground, text, 0.16),
        },
        Menu: {
          darkItemColor: text,
          darkItemHoverColor: text,
          darkItemHoverBg: faint,
          horizontalItemHoverColor: text,
          darkItemSelectedBg: headStyle === 'primary' ? mix(ground, text, 0.14) : tones.fill,
          darkItemSelectedColor: headStyle === 'primary' ? text : tones.onFill,
        },
      },
    };
  }, [settings, headStyle]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}

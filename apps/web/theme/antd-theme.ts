import { type ThemeConfig, theme } from 'antd';
import { mix } from './contrast.ts';
import type { ThemeSettings } from './settings.ts';
import { type Tones, tonesOf } from './tones.ts';

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...given: never[]) => unknown>;

const fontFamily = [
  '"PingFang SC"',
  '"HarmonyOS Sans SC"',
  '"MiSans"',
  '"Microsoft YaHei"',
  '"Noto Sans SC"',
  '"Noto Sans CJK SC"',
  'system-ui',
  'sans-serif',
].join(', ');

const thumbSizes = { controlHeight: 44, controlHeightLG: 48, controlHeightSM: 40, controlInteractiveSize: 20 };

/** antd's theme for the settings: its own algorithm, then our tones in place of the colours it derives. */
export function antdTheme(settings: ThemeSettings, isTouched = false): ThemeConfig {
  const tones = tonesOf(settings);
  const base = settings.darkMode ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return {
    // Style sheets come with the build (tools/antd-styles-plugin.ts); where there is none, antd writes them.
    zeroRuntime: import.meta.env?.PROD === true,
    hashed: false,
    algorithm: [base, withTones(tones, settings)],
    token: {
      colorPrimary: tones.fill,
      colorSuccess: tones.success,
      colorWarning: tones.warning,
      colorError: tones.error,
      colorInfo: tones.info,
      colorTextBase: tones.text,
      colorBgBase: settings.darkMode ? tones.layout : tones.container,
      borderRadius: 6,
      fontFamily,
      fontSize: 14,
      motionDurationSlow: '0.24s',
      ...(isTouched && thumbSizes),
    },
    components: { ...componentTokens(tones, settings), ...(isTouched && { Card: { headerHeightSM: 56 } }) },
  };
}

function withTones(tones: Tones, { darkMode, weakMode }: ThemeSettings): Algorithm {
  const states = (['success', 'warning', 'error', 'info'] as const).flatMap((name) => {
    const label = `color${name[0]?.toUpperCase()}${name.slice(1)}`;
    const tone = tones[name];
    return [
      [label, tone],
      [`${label}Text`, tone],
      [`${label}Bg`, mix(tone, tones.container, darkMode ? 0.86 : 0.94)],
      [`${label}Border`, mix(tone, tones.container, darkMode ? 0.6 : 0.7)],
      [`${label}Hover`, mix(tone, darkMode ? '#ffffff' : '#000000', 0.12)],
      [`${label}Active`, mix(tone, '#000000', 0.2)],
    ];
  });
  return (_seed, map) => ({
    ...(map as NonNullable<typeof map>),
    ...Object.fromEntries(states),
    ...(darkMode ? tagInksInDark : tagInks),
    colorPrimary: tones.ink,
    colorPrimaryHover: tones.inkHover,
    colorPrimaryActive: tones.inkHover,
    colorPrimaryText: tones.ink,
    colorPrimaryTextHover: tones.inkHover,
    colorPrimaryTextActive: tones.inkHover,
    colorPrimaryBg: tones.wash,
    colorPrimaryBgHover: tones.washHover,
    colorPrimaryBorder: mix(tones.fill, tones.container, 0.6),
    colorPrimaryBorderHover: mix(tones.fill, tones.container, 0.4),
    colorLink: tones.ink,
    colorLinkHover: tones.inkHover,
    colorLinkActive: tones.inkHover,
    colorBgLayout: tones.layout,
    colorBgContainer: tones.container,
    colorBgElevated: darkMode ? '#212624' : tones.container,
    colorBgSpotlight: darkMode ? '#3a403d' : '#2a332e',
    // Secondary texts are texts too: antd's own shades fall below 4.5 : 1.
    colorTextSecondary: shade(tones, weakMode ? 0.06 : 0.2),
    colorTextTertiary: shade(tones, weakMode ? 0.14 : 0.28),
    colorTextQuaternary: shade(tones, weakMode ? 0.24 : 0.34),
    colorBorder: shade(tones, weakMode ? 0.5 : 0.8),
    colorBorderSecondary: shade(tones, weakMode ? 0.7 : 0.9),
    colorBorderDisabled: shade(tones, weakMode ? 0.6 : 0.84),
  });
}

/** Words on antd's coloured tags, where its own stand below 4.5 : 1. */
const tagInks = {
  volcano7: '#ad2102',
  orange7: '#ad4e00',
  gold7: '#874d00',
  yellow7: '#876800',
  lime7: '#3f6600',
  green7: '#237804',
  cyan7: '#006d75',
};
const tagInksInDark = { geekblue7: '#85a5ff', purple7: '#b37feb' };

const shade = (tones: Tones, share: number) => mix(tones.text, tones.container, share);

function componentTokens(tones: Tones, { darkMode }: ThemeSettings): NonNullable<ThemeConfig['components']> {
  const fills = { colorPrimary: tones.fill, colorPrimaryHover: tones.fillHover, colorPrimaryActive: tones.fillActive };
  return {
    // A chosen tag stands on the fill like a button does.
    Tag: { colorTextLightSolid: tones.onFill },
    Button: {
      ...fills,
      primaryColor: tones.onFill,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      dangerColor: darkMode ? '#1f1a14' : '#ffffff',
      defaultHoverColor: tones.ink,
      defaultHoverBorderColor: tones.ink,
      defaultActiveColor: tones.ink,
      defaultActiveBorderColor: tones.ink,
    },
    // What is chosen stands on the fill as well; in the dark white on it would hardly be read.
    Radio: {
      buttonSolidCheckedBg: tones.fill,
      buttonSolidCheckedHoverBg: tones.fillHover,
      buttonSolidCheckedActiveBg: tones.fillActive,
      buttonSolidCheckedColor: tones.onFill,
    },
    Steps: darkMode ? { colorTextLightSolid: tones.onFill } : {},
    Switch: { ...fills, colorTextQuaternary: shade(tones, 0.5), colorTextTertiary: shade(tones, 0.42) },
    Spin: fills,
    Badge: { colorError: '#c8262c' },
    Progress: { defaultColor: tones.fill },
    Tabs: { inkBarColor: tones.fill },
    Menu: {
      itemBg: 'transparent',
      subMenuItemBg: 'transparent',
      itemSelectedBg: tones.wash,
      itemSelectedColor: tones.ink,
      horizontalItemSelectedColor: tones.ink,
      activeBarBorderWidth: 0,
      itemMarginInline: 8,
      itemHeight: 40,
      iconSize: 16,
      collapsedIconSize: 18,
      darkItemBg: 'transparent',
      darkSubMenuItemBg: 'transparent',
      darkPopupBg: tones.side,
      darkItemColor: '#c9d2cd',
      darkItemHoverColor: '#ffffff',
      darkItemHoverBg: 'rgba(255, 255, 255, 0.06)',
      darkItemSelectedBg: tones.fill,
      darkItemSelectedColor: tones.onFill,
      darkGroupTitleColor: '#93a099',
    },
  };
}

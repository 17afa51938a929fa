import { asFill, asText, isReadable, mix, textOn } from './contrast.ts';
import { defaultSettings, type ThemeSettings } from './settings.ts';

export interface Tones {
  /** The theme colour itself, for fills. */
  readonly fill: string;
  readonly fillHover: string;
  readonly fillActive: string;
  readonly onFill: string;
  /** The theme colour where it is text, a line or an icon. */
  readonly ink: string;
  readonly inkHover: string;
  /** A faint wash of the colour behind selected things. */
  readonly wash: string;
  readonly washHover: string;
  readonly container: string;
  readonly layout: string;
  readonly text: string;
  readonly side: string;
  readonly sideDeep: string;
  readonly success: string;
  readonly warning: string;
  readonly error: string;
  readonly info: string;
}

// The warm orange mixed with black turns muddy; this one was chosen by eye.
const chosenInk: Readonly<Record<string, string>> = { [defaultSettings.color.toLowerCase()]: '#b85400' };

const states = { success: '#237a3b', warning: '#9a5b00', error: '#c8262c', info: '#1a5fb4' };
const darkStates = { success: '#5ec27a', warning: '#e3a23c', error: '#ff8078', info: '#74aaff' };
// Blue, amber, vermilion and violet stay apart for every common kind of colour weakness (after Okabe and Ito).
const weakStates = { success: '#00598c', warning: '#7a5600', error: '#a8330f', info: '#5a3d8a' };
const darkWeakStates = { success: '#56b4e9', warning: '#f0c44c', error: '#ff9a6b', info: '#cbb2f0' };

/** Every colour of the product from its settings; texts keep 4.5 : 1 on each background they stand on. */
export function tonesOf({ color, darkMode, weakMode }: Pick<ThemeSettings, 'color' | 'darkMode' | 'weakMode'>): Tones {
  const fill = asFill(color.toLowerCase());
  const container = darkMode ? '#181c1a' : '#ffffff';
  const layout = darkMode ? '#101312' : '#f7f8f6';
  const wash = mix(fill, container, darkMode ? 0.84 : 0.93);
  const grounds = [container, layout, wash] as const;
  const chosen = darkMode ? undefined : chosenInk[fill];
  const ink = chosen && grounds.every((ground) => isReadable(chosen, ground)) ? chosen : asText(fill, ...grounds);
  const onFill = textOn(fill);
  // Away from the text on it, so that hovering never makes it harder to read.
  const away = onFill === '#ffffff' ? '#000000' : '#ffffff';
  const palettes = weakMode ? { light: weakStates, dark: darkWeakStates } : { light: states, dark: darkStates };
  return {
    fill,
    fillHover: mix(fill, away, 0.12),
    fillActive: mix(fill, away, 0.22),
    onFill,
    ink,
    inkHover: mix(ink, darkMode ? '#ffffff' : '#000000', 0.18),
    wash,
    washHover: mix(fill, container, darkMode ? 0.76 : 0.87),
    container,
    layout,
    text: darkMode ? '#e8ebe9' : '#1d2420',
    side: darkMode ? '#141816' : '#18231e',
    sideDeep: darkMode ? '#0e1110' : '#121a16',
    ...(darkMode ? palettes.dark : palettes.light),
  };
}

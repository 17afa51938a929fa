import type { CSSProperties } from 'react';
import { mix } from './contrast.ts';
import type { ThemeSettings } from './settings.ts';
import { tonesOf } from './tones.ts';

/** The colours as the style sheets know them. */
export function toneVariables(settings: ThemeSettings): CSSProperties {
  const tones = tonesOf(settings);
  return {
    '--ml-fill': tones.fill,
    '--ml-fill-hover': tones.fillHover,
    '--ml-on-fill': tones.onFill,
    '--ml-ink': tones.ink,
    '--ml-wash': tones.wash,
    '--ml-container': tones.container,
    '--ml-layout': tones.layout,
    '--ml-side': tones.side,
    '--ml-side-deep': tones.sideDeep,
    '--ml-text': tones.text,
    '--ml-text-2': mix(tones.text, tones.container, 0.2),
    '--ml-text-3': mix(tones.text, tones.container, 0.3),
    '--ml-border': mix(tones.text, tones.container, 0.9),
    '--ml-line': mix(tones.text, tones.container, 0.8),
    '--ml-hover': mix(tones.text, tones.container, 0.95),
    '--ml-error': tones.error,
    '--ml-success': tones.success,
  } as CSSProperties;
}

export function applyTones(settings: ThemeSettings): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(toneVariables(settings))) style.setProperty(name, String(value));
  style.colorScheme = settings.darkMode ? 'dark' : 'light';
  dataset.weak = String(settings.weakMode);
}

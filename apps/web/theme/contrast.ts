/** Contrast after WCAG 2.2, and the tones of a theme colour that keep it. */
type Rgb = readonly [number, number, number];

export function rgbOf(color: string): Rgb {
  const hex = color.replace('#', '');
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

export function hexOf(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** `share` of the second colour in the first: 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [rgbOf(first), rgbOf(second)];
  return hexOf(a.map((part, at) => part + ((b[at] ?? 0) - part) * share) as unknown as Rgb);
}

function luminance(color: string): number {
  const [r, g, b] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const wanted = 4.5;
const darkInk = '#1f1a14';
const lightInk = '#ffffff';

export function isReadable(text: string, ground: string): boolean {
  return contrast(text, ground) >= wanted;
}

/** Text on a fill of the colour: white where it can be read, else near black. */
export function textOn(fill: string): string {
  return isReadable(lightInk, fill) ? lightInk : darkInk;
}

/**
 * The fill as it is drawn. A middle tone on which neither white nor dark text can be read goes a shade darker;
 * light colours stay as they are and carry dark text.
 */
export function asFill(color: string): string {
  return isReadable(darkInk, color) ? color : asText(color, lightInk);
}

/** The colour as text: moved towards black or white until it can be read on all the backgrounds. */
export function asText(color: string, ...grounds: [string, ...string[]]): string {
  const target = luminance(grounds[0]) > 0.18 ? '#000000' : '#ffffff';
  for (let step = 0; step <= 100; step += 2) {
    const tone = mix(color, target, step / 100);
    if (grounds.every((ground) => isReadable(tone, ground))) return tone;
  }
  return target;
}

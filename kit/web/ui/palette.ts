/** Colours of series in charts, the same for the same meaning on every page. */
export const chart = {
  orange: '#FF8933',
  blue: '#5B8FF9',
  paleBlue: '#9DC3F7',
  green: '#5AD8A6',
  yellow: '#F6BD16',
  red: '#D4380D',
  grey: '#8C8C8C',
} as const;

/** Series without a meaning of their own, in this order; each is seen on a light ground and on a dark one. */
export const seriesColours: readonly string[] = [
  chart.blue,
  chart.green,
  chart.orange,
  chart.yellow,
  chart.paleBlue,
  chart.red,
  chart.grey,
];

/** What is printed or scanned is black on white in every theme. */
export const paper = { black: '#000', white: '#fff', ink: '#111', line: '#999' } as const;

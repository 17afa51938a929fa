import { randomInt } from 'node:crypto';
import sharp from 'sharp';

/**
 * Characters as strokes on a field of 4 by 6, drawn by ourselves: no font has to be installed, and every picture bends
 * them otherwise. Points are pairs of digits; a space lifts the pen.
 */
const strokes: Readonly<Record<string, string>> = {
  2: '01103041420646',
  3: '01103041423323 23334445361605',
  4: '36300444',
  5: '4000023243453606',
  6: '4130100105163645443303',
  7: '004016',
  8: '13020110304142331304051636454433',
  9: '43130201103041453606',
  A: '062046 1434',
  B: '06003041423303 3344453606',
  C: '4130100105163645',
  D: '06002041452606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  J: '1040 3035261605',
  K: '0006 4003 1246',
  M: '0600234046',
  N: '06004640',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016223640',
  X: '0046 4006',
  Y: '0023 4023 2326',
  Z: '00400646',
};

export const captchaLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const width = 132;
const height = 44;
const between = (low: number, high: number) => low + ((high - low) * randomInt(10_000)) / 10_000;

function path(letter: string, left: number): string {
  const turn = between(-0.32, 0.32);
  const lean = between(-0.25, 0.25);
  const size = between(4.3, 5.4);
  const middle = { x: left + between(11, 15), y: height / 2 + between(-3, 3) };
  const place = (x: number, y: number) => {
    const [dx, dy] = [(x - 2 + lean * (3 - y)) * size + between(-0.5, 0.5), (y - 3) * size + between(-0.5, 0.5)];
    return `${(middle.x + dx * Math.cos(turn) - dy * Math.sin(turn)).toFixed(1)} ${(middle.y + dx * Math.sin(turn) + dy * Math.cos(turn)).toFixed(1)}`;
  };
  return (strokes[letter] ?? '')
    .split(' ')
    .map((line) => `M${(line.match(/../g) ?? []).map((point) => place(Number(point[0]), Number(point[1]))).join('L')}`)
    .join('');
}

function noise(): string {
  const lines = Array.from({ length: 3 }, () => {
    const [a, b, c] = [between(4, height - 4), between(-6, height + 6), between(4, height - 4)];
    return `<path d="M0 ${a.toFixed(1)}Q${between(40, 90).toFixed(1)} ${b.toFixed(1)} ${width} ${c.toFixed(1)}" stroke-width="${between(0.9, 1.7).toFixed(1)}" opacity=".6"/>`;
  });
  const dots = Array.from(
    { length: 28 },
    () =>
      `<circle cx="${between(0, width).toFixed(1)}" cy="${between(0, height).toFixed(1)}" r="${between(0.5, 1.2).toFixed(1)}" fill="#7a6a58" stroke="none"/>`,
  );
  return lines.join('') + dots.join('');
}

/** A picture of these letters, as a data URL. */
export async function drawCaptcha(letters: string): Promise<string> {
  const drawn = [...letters].map((letter, at) => {
    const color = `rgb(${randomInt(20, 110)},${randomInt(20, 90)},${randomInt(10, 80)})`;
    return `<path d="${path(letter, 4 + at * 31)}" stroke="${color}" stroke-width="${between(2.3, 3.1).toFixed(1)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#f7f1e8"/><g fill="none" stroke="#8a7a66" stroke-linecap="round" stroke-linejoin="round">${noise()}${drawn.join('')}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

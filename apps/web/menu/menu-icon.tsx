import * as Icons from './icons.ts';

const hues = ['#d9660f', '#2f8a4f', '#1f6feb', '#0b8585', '#7657d6', '#c63c32', '#9a7410'];
const darkHues = ['#ff9a52', '#63c487', '#7fb0ff', '#3cc9c9', '#b39dff', '#ff8a80', '#e3b944'];

/** A menu row's icon by the name the server gives it; names we do not carry get a plain one. */
export function MenuIcon({ name, colorful, dark }: { name: string | null; colorful?: boolean; dark?: boolean }) {
  const Icon = (name && (Icons as Record<string, typeof Icons.AppstoreOutlined>)[name]) || Icons.AppstoreOutlined;
  if (!colorful) return <Icon />;
  const palette = dark ? darkHues : hues;
  return <Icon style={{ color: palette[hashOf(name ?? '') % palette.length] ?? '' }} />;
}

function hashOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

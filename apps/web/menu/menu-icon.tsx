import { type CSSProperties, lazy, Suspense } from 'react';

/** All the icons a menu may name are a seventh of the shell; the page need not wait for them. */
const NamedIcon = lazy(async () => ({ default: (await import('./named-icon.tsx')).NamedIcon }));

const hues = ['#d9660f', '#2f8a4f', '#1f6feb', '#0b8585', '#7657d6', '#c63c32', '#9a7410'];
const darkHues = ['#ff9a52', '#63c487', '#7fb0ff', '#3cc9c9', '#b39dff', '#ff8a80', '#e3b944'];

/** A menu row's icon by the name the server gives it; names we do not carry get a plain one. */
export function MenuIcon({ name, colorful, dark }: { name: string | null; colorful?: boolean; dark?: boolean }) {
  const palette = dark ? darkHues : hues;
  const color: CSSProperties | undefined = colorful
    ? { color: palette[hashOf(name ?? '') % palette.length] ?? '' }
    : undefined;
  return (
    <Suspense fallback={<span className="anticon" style={{ width: '1em', height: '1em' }} />}>
      <NamedIcon name={name} style={color} />
    </Suspense>
  );
}

function hashOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

import { existsSync, readFileSync } from 'node:fs';

interface PaperParts {
  /** Where the installation is reached from outside, without a slash at the end: it stands in the square code of every paper. */
  readonly address: string;
}

let provided: PaperParts | null = null;

/** Given once at start, by whoever puts the program together. */
export function providePapers(parts: PaperParts): void {
  provided = parts;
}

export function paperParts(): PaperParts {
  if (!provided) throw new Error('nobody has said under which address papers are verified');
  return provided;
}

/** Debian's fonts-noto-cjk, under the SIL Open Font License: it may be embedded, and only the letters of a paper are. */
const faces = {
  plain: { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', family: 'NotoSansCJKsc-Regular' },
  bold: { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc', family: 'NotoSansCJKsc-Bold' },
} as const;
export type Face = keyof typeof faces;

const read = new Map<Face, Buffer>();

/** The font's bytes are read once and kept: every paper needs them. */
export function fontOf(face: Face): { readonly bytes: Buffer; readonly family: string } {
  const { file, family } = faces[face];
  const known = read.get(face);
  if (!known && !existsSync(file)) throw new Error(`${file} is missing: install fonts-noto-cjk`);
  const bytes = known ?? readFileSync(file);
  read.set(face, bytes);
  return { bytes, family };
}

import type { FileStore } from './store.ts';

interface FileParts {
  readonly store: FileStore;
  /** Signs links; the same in every process of an installation. */
  readonly signingKey: string;
}

let provided: FileParts | null = null;

/** Given once at start, by whoever puts the program together. */
export function provideFiles(parts: FileParts): void {
  provided = parts;
}

export function fileParts(): FileParts {
  if (!provided) throw new Error('no store of files provided');
  return provided;
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Module } from '#kit/contract/module.ts';
import type { Tree } from './tree.ts';

/** What the modules of a checkout declare, loaded from that checkout and not from this one. */
export async function loadModules(tree: Tree): Promise<readonly Module[]> {
  const index = pathToFileURL(join(tree.root, 'modules/index.contract.ts')).href;
  const { modules } = (await import(index)) as { modules: readonly Module[] };
  return modules;
}

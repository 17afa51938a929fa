import type { ComponentType } from 'react';

/** A record that was found, and the page that shows it. */
export interface Found {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** Locale key of what it is, where one finder finds several nouns. */
  readonly label?: string;
}

/** Finds records of one noun by what people type, from anywhere. */
export interface Finder {
  readonly key: string;
  /** Locale key of what it finds. */
  readonly label: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  readonly permission: string;
  /** The page that shows a record: without it the finder is not asked. */
  readonly page: string;
  /** Could these words mean one of them? Nothing is asked otherwise. */
  wants(words: string): boolean;
  find(words: string): Promise<readonly Found[]>;
}

const finders = new Map<string, Finder>();

/**
 * Called from a module's `web/pages.ts`, which the application always loads.
 *
 * @example
 * registerFinder({ key: 'post', label: 'platform.sysPost._title', icon: IdcardOutlined, permission: 'sys:post:list', page: '/system/postInfo', wants, find });
 */
export function registerFinder(finder: Finder): void {
  finders.set(finder.key, finder);
}

export const allFinders = (): readonly Finder[] => [...finders.values()];

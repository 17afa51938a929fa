import { notify } from '#kit/web/api/notify.ts';

const key = 'afterReload';

/** A message that must be read although the page is about to be reloaded. */
export function sayAfterReload(text: string): void {
  sessionStorage.setItem(key, text);
}

export function sayWhatWasLeft(): void {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (text) notify('success', text);
}

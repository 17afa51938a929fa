import type { FileAnswer } from './client.ts';

/** Hands a file to the browser to be saved. */
export function saveFile({ blob, name }: FileAnswer): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

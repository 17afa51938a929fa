import { apiPorts, type ToastKind } from './ports.ts';

const quietFor = 2000;
const shown = new Map<string, number>();

/** Shows a toast; the same one is not repeated within two seconds, however many calls failed alike. */
export function notify(kind: ToastKind, text: string): void {
  const now = Date.now();
  const last = shown.get(text);
  if (last !== undefined && now - last < quietFor) return;
  for (const [old, at] of shown) if (now - at >= quietFor) shown.delete(old);
  shown.set(text, now);
  apiPorts().toast(kind, text);
}

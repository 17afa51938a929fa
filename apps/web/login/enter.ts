import type { Portal } from '#modules/platform/contract/auth/session.ts';
import { useSessionStore } from '../session/session-store.ts';

interface NativeContainers {
  ReactNativeWebView?: { postMessage(text: string): void };
  webkit?: { messageHandlers?: { mulian?: { postMessage(message: unknown): void } } };
  mulianNative?: { postMessage(text: string): void };
}

/** A login succeeded: the gate sees the session and goes on. The app's own container learns of it too. */
export function enter(token: string, remember: boolean, face: Portal): void {
  if (face.layout === 'compact') tellContainer({ type: 'login', token });
  useSessionStore.getState().begin(token, remember);
}

function tellContainer(message: { type: 'login'; token: string }): void {
  const containers = window as unknown as NativeContainers;
  const text = JSON.stringify(message);
  containers.ReactNativeWebView?.postMessage(text);
  containers.mulianNative?.postMessage(text);
  containers.webkit?.messageHandlers?.mulian?.postMessage(message);
}

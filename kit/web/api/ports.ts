export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** What the client needs from whoever draws: set once by the shell, replaced in tests. */
export interface ApiPorts {
  toast(kind: ToastKind, text: string): void;
  /** The session is over; `message` is to be shown in the one alert dialog, null means go straight to login. */
  sessionExpired(message: string | null): void;
  isAtRoot(): boolean;
  /** The screen in front, for the list of who is online. */
  currentPath(): string;
  /** The user's rights changed on the server. */
  permissionsChanged(): void;
  /** Shows why rules refused a call; false where its data says nothing of it. */
  explain(text: string, data: unknown): boolean;
  /** A failure that is told to the caller but not to the user. */
  isSilent(failure: { code: number; msg: string; bizCode: string | undefined }): boolean;
}

const none = () => {};

let ports: ApiPorts = {
  toast: none,
  sessionExpired: none,
  isAtRoot: () => false,
  currentPath: () => '',
  permissionsChanged: none,
  explain: () => false,
  isSilent: () => false,
};

export const apiPorts = (): ApiPorts => ports;

export function setApiPorts(given: Partial<ApiPorts>): void {
  ports = { ...ports, ...given };
}

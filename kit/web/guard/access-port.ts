import type { ComponentType } from 'react';
import { port } from '#kit/web/port.ts';

export interface AskAccessProps {
  readonly path: string;
  onClose(): void;
}

/** Why a page is closed to somebody, and the way to ask for it; loaded when it is wanted. */
export const accessPort = port<() => Promise<{ default: ComponentType<AskAccessProps> }>>();

import { port } from '#kit/web/port.ts';

export interface FilePort {
  /** Keeps a file until a record of `<module>.<noun>` is saved with it. */
  send(file: File, bizType: string): Promise<{ readonly fileId: number; readonly fileName: string }>;
  /** Where a file may be opened, for some minutes. */
  link(fileId: number): Promise<string>;
}

export const filePort = port<FilePort>();

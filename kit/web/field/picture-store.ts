import { newKey } from '#kit/web/api/client.ts';
import { forget, keepBytes, keptBytes } from '#kit/web/offline/vault.ts';
import { filePort } from '#kit/web/ui/file-port.ts';

/** A picture on its way: its bytes lie sealed on the device until the server has given it a number. */
export interface Picture {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly fileId?: number;
}

/** Where nothing can be sealed the bytes stay in this page. */
const here = new Map<string, Blob>();
const nameOf = (key: string) => `field:picture:${key}`;

export async function takePicture(file: File): Promise<Picture> {
  const key = newKey();
  here.set(key, file);
  await keepBytes(nameOf(key), await file.arrayBuffer()).catch(() => false);
  return { key, name: file.name, type: file.type };
}

export async function pictureOf({ key, type }: Picture): Promise<Blob | null> {
  const near = here.get(key);
  if (near) return near;
  const bytes = await keptBytes(nameOf(key)).catch(() => null);
  if (!bytes) return null;
  const blob = new Blob([bytes], { type });
  here.set(key, blob);
  return blob;
}

export async function dropPicture({ key }: Picture): Promise<void> {
  here.delete(key);
  await forget(nameOf(key));
}

/** Sends what the server does not have yet; a picture that is gone from the device is left out. */
export async function sendPictures(
  pictures: readonly Picture[],
  bizType: string,
  onSent: (sent: Picture) => Promise<void> | void,
): Promise<void> {
  for (const one of pictures) {
    const blob = one.fileId ? null : await pictureOf(one);
    if (!blob) continue;
    const answer = await filePort.current?.send(new File([blob], one.name, { type: one.type }), bizType);
    if (answer) await onSent({ ...one, fileId: answer.fileId });
  }
}

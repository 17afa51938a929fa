import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from '#kit/contract/errors.ts';

/** What a way of taking pictures can do; those without one are refused as offline. */
export interface VideoDriver {
  /** The folder of media its playlist lies in, null while there is no picture. */
  folderOf(source: string): Promise<string | null>;
}

let root = '';
/** Where relays put playlists and segments. */
export function provideVideoFolder(path: string): void {
  root = path;
}

const freshMs = 60_000;

/** A playlist that a relay on this machine keeps: `loop:<name>`. */
const hls: VideoDriver = {
  folderOf: async (source) => {
    const name = /^loop:([\w-]{1,40})$/.exec(source)?.[1];
    if (!name) return null;
    const folder = `loop/${name}`;
    const found = await stat(join(root, folder, 'live.m3u8')).catch(() => null);
    return found && Date.now() - found.mtimeMs < freshMs ? folder : null;
  },
};

const drivers: Record<string, VideoDriver> = { hls };
export const driverOf = (provider: string): VideoDriver => {
  const driver = drivers[provider];
  if (!driver) throw refusal('channelOffline', 'device.video.offline');
  return driver;
};

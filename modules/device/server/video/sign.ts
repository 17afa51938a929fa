import { signMedia } from '#kit/server/media/media.ts';

/** R52: how long an address plays; whoever may still look is given the next one before. */
export const playSeconds = 120;

/** Of a session or a link; the guard is asked about it every few seconds. */
export type Grant = `s${number}` | `l${number}-${number}`;

export const playlistUrl = (folder: string, grant: Grant): string =>
  `${signMedia({ folder, module: 'device', grant, seconds: playSeconds })}live.m3u8`;

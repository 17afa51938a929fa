// Live pictures for the demo: ffmpeg draws a yard by day and a barn and keeps an HLS playlist of each below the folder of media.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '#db/settings.ts';

/** Ground, sky or wall, and what moves through the picture. */
const scenes = {
  yard: 'gradients=s=640x360:c0=0x8fc7f2:c1=0x6b9a3c:x0=320:y0=0:x1=320:y1=360:r=8:speed=0.00001',
  barn: 'gradients=s=640x360:c0=0x6b5a48:c1=0x9c8463:x0=0:y0=0:x1=640:y1=360:r=8:speed=0.00001',
} as const;
const herd = [0, 1, 2, 3]
  .map(
    (n) =>
      `drawbox=x='mod(t*${9 + n * 4}+${n * 160},700)-60':y=${190 + n * 36}:w=58:h=30:color=0x4a2f1d@1:t=fill,drawbox=x='mod(t*${9 + n * 4}+${n * 160},700)-10':y=${178 + n * 36}:w=20:h=18:color=0x3a2416@1:t=fill`,
  )
  .join(',');

const children: ChildProcess[] = Object.entries(scenes).map(([name, source]) => {
  const folder = join(process.env.MULIAN_MEDIA ?? join(dataFolder, 'media'), 'loop', name);
  mkdirSync(folder, { recursive: true });
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '16',
    '-b:v',
    '300k',
  ];
  const list = [
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_list_size',
    '6',
    '-hls_flags',
    'delete_segments+temp_file',
    '-hls_segment_filename',
    join(folder, 'part%05d.ts'),
  ];
  return spawn(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      '-re',
      '-f',
      'lavfi',
      '-i',
      source,
      '-vf',
      herd,
      ...coding,
      ...list,
      join(folder, 'live.m3u8'),
    ],
    { stdio: 'ignore' },
  );
});
for (const child of children) child.on('error', () => console.error('ffmpeg is not there: cameras stay offline'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    process.exit(0);
  });
// Whoever runs it runs others beside it: they go on where ffmpeg is missing.
setInterval(() => {}, 60_000);

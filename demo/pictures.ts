import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Tx } from '#kit/server/db/database.ts';
import { keepFile, storeFile } from '#kit/server/files/files.ts';
import type { Random } from './random.ts';

/** A pasture with a few animals under a sky of that hour: drawn, so that no picture of anybody's is needed. */
export function scene(random: Random, hue: number): string {
  const hill = (y: number, shade: number) =>
    `<path d="M0 ${y} Q160 ${y - 40 - random.int(0, 30)} 320 ${y} T640 ${y} V480 H0Z" fill="hsl(${hue} 28% ${shade}%)"/>`;
  const animals = Array.from({ length: 3 + random.int(0, 4) }, () => {
    const [x, y, size] = [random.int(40, 600), random.int(330, 440), random.int(14, 30)];
    const colour = random.pick(['#3b2a20', '#6e4a2e', '#efe6d8', '#2a2a2a']);
    return `<g fill="${colour}"><ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.55}"/><circle cx="${x + size}" cy="${y - size * 0.3}" r="${size * 0.35}"/><rect x="${x - size * 0.7}" y="${y}" width="${size * 0.2}" height="${size}"/><rect x="${x + size * 0.5}" y="${y}" width="${size * 0.2}" height="${size}"/></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${200 + random.int(-10, 10)} 55% ${70 + random.int(0, 15)}%)"/><circle cx="${random.int(80, 560)}" cy="90" r="34" fill="#ffe3a8"/>${hill(250, 62)}${hill(300, 50)}${hill(350, 40)}${animals.join('')}</svg>`;
}

/** Something in a box, for products and covers. */
function emblem(hue: number, shape: number): string {
  const forms = [
    '<rect x="240" y="120" width="160" height="250" rx="24"/><rect x="280" y="80" width="80" height="50" rx="8"/>',
    '<path d="M320 90 L470 200 V370 H170 V200Z"/>',
    '<circle cx="320" cy="240" r="130"/>',
    '<rect x="170" y="150" width="300" height="200" rx="18"/><rect x="170" y="210" width="300" height="22" fill="#fff" opacity=".6"/>',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${hue} 40% 94%)"/><g fill="hsl(${hue} 45% 48%)">${forms[shape % forms.length]}</g></svg>`;
}

const pictures = new Map<string, Promise<Buffer>>();

/** The same drawing is drawn once, however often it is kept. */
function drawn(svg: string): Promise<Buffer> {
  const known = pictures.get(svg) ?? sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
  pictures.set(svg, known);
  return known;
}

export async function keep(
  tx: Tx,
  svg: string,
  name: string,
  more: {
    bizType: string;
    bizId?: number;
    isPublic?: boolean;
    takenAt?: string;
    longitude?: number;
    latitude?: number;
    by?: string;
  },
): Promise<number> {
  const { by, ...input } = more;
  const source = Readable.from([await drawn(svg)]);
  const { fileId } = await keepFile(tx, await storeFile(tx.scope.tenantNo, { source, name, ...input }));
  if (by)
    await tx.query(
      'update kit.file set user_id = (select id from platform.sys_user where username = $2), created_at = coalesce(taken_at, created_at) where id = $1',
      [fileId, by],
    );
  return fileId;
}

export async function saveCovers(tx: Tx): Promise<Map<string, number>> {
  const covers = new Map<string, number>();
  const categories = [
    'disease',
    'immunity',
    'feeding',
    'breeding',
    'forage',
    'policy',
    'market',
    'finance',
    'equipment',
    'other',
  ];
  for (const [index, category] of categories.entries())
    covers.set(
      category,
      await keep(tx, emblem(index * 36, index), `${category}.jpg`, { bizType: 'menu', isPublic: true }),
    );
  return covers;
}

/** Photos from visits with place and time, of products, and a few that were sent and never used. */
export async function savePictures(
  tx: Tx,
  today: string,
  random: Random,
  commodityIds: readonly number[],
): Promise<void> {
  const farms = await tx.query<{ id: number; longitude: number; latitude: number }>(
    "select id, longitude, latitude from registry.principal where principal_unit_type in ('household', 'farm', 'cooperative') and longitude is not null order by id limit 24",
  );
  const at = (days: number) =>
    new Date(Date.parse(`${today}T09:00:00+08:00`) - days * 86_400_000 + random.int(0, 28_800) * 1000).toISOString();
  for (const [index, { id, longitude, latitude }] of farms.entries())
    await keep(tx, scene(random, 90 + random.int(-20, 20)), `入户核查_${String(index + 1).padStart(3, '0')}.jpg`, {
      ...{ bizType: 'registry.principal', bizId: id, takenAt: at(index), longitude, latitude },
      by: random.pick(['kzzq_mgr', 'kzzq_worker1', 'kzzq_station']),
    });
  for (const [index, id] of commodityIds.slice(0, 12).entries()) {
    const fileId = await keep(tx, emblem(index * 30, index), `商品_${index + 1}.jpg`, {
      ...{ bizType: 'platform.tenantCommodity', bizId: id, takenAt: at(40), by: 'tl_admin' },
    });
    await tx.query('update platform.tenant_commodity set photos = $2 where id = $1', [id, JSON.stringify([fileId])]);
  }
  for (let index = 1; index <= 4; index += 1) {
    const fileId = await keep(tx, scene(random, 100), `未使用_${index}.jpg`, {
      bizType: 'registry.principal',
      by: 'tl_admin',
    });
    // Sent just now: what waits longer than a day is swept.
    await tx.query('update kit.file set created_at = now() where id = $1', [fileId]);
  }
}

/** A sheet with lines and a seal, as a scanned licence looks from afar. */
export async function saveScan(tx: Tx, name: string, bizType: string, bizId: number): Promise<number> {
  const lines = Array.from(
    { length: 7 },
    (_, at) => `<rect x="110" y="${190 + at * 42}" width="${420 - (at % 3) * 70}" height="9" rx="4" fill="#b9b2a3"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#e9e4d8"/><rect x="50" y="40" width="540" height="560" fill="#fffdf6" stroke="#b58a3c" stroke-width="8"/><rect x="190" y="100" width="260" height="26" rx="6" fill="#7a2d1d"/>${lines.join('')}<circle cx="470" cy="500" r="58" fill="none" stroke="#cf3b2d" stroke-width="7" opacity=".85"/><path d="M470 465 l10 28 h28 l-22 18 8 28 -24 -17 -24 17 8 -28 -22 -18 h28z" fill="#cf3b2d" opacity=".85"/></svg>`;
  return keep(tx, svg, name, { bizType, bizId });
}

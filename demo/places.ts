import type { Tx } from '#kit/server/db/database.ts';

/** The demo's places: real codes of Tongliao. Stories happen in the first township of each county. */
export interface County {
  code: number;
  name: string;
  center: readonly [longitude: number, latitude: number];
  story: { code: number; name: string; villages: readonly number[] };
  further: readonly { code: number; name: string }[];
}

const township = (code: number, name: string, first = 200) => ({
  code: code * 1000,
  name,
  villages: [0, 1, 2, 3, 4].map((index) => code * 1000 + first + index),
});

export const prefecture = 150500000000;

export const counties: readonly County[] = [
  {
    code: 150502000000,
    name: '科尔沁区',
    center: [122.26, 43.65],
    story: township(150502100, '大林镇'),
    further: [
      { code: 150502101000, name: '钱家店镇' },
      { code: 150502200000, name: '莫力庙苏木' },
    ],
  },
  {
    code: 150521000000,
    name: '科尔沁左翼中旗',
    center: [123.31, 44.13],
    story: township(150521101, '宝龙山镇'),
    further: [
      { code: 150521102000, name: '舍伯吐镇' },
      { code: 150521200000, name: '花胡硕苏木' },
    ],
  },
  {
    code: 150522000000,
    name: '科尔沁左翼后旗',
    center: [122.36, 42.93],
    story: township(150522100, '甘旗卡镇'),
    further: [
      { code: 150522106000, name: '阿古拉镇' },
      { code: 150522202000, name: '巴胡塔苏木' },
    ],
  },
  {
    code: 150523000000,
    name: '开鲁县',
    center: [121.32, 43.6],
    story: township(150523106, '小街基镇'),
    further: [
      { code: 150523100000, name: '开鲁镇' },
      { code: 150523104000, name: '义和塔拉镇' },
    ],
  },
  {
    code: 150524000000,
    name: '库伦旗',
    center: [121.81, 42.73],
    story: township(150524104, '额勒顺镇'),
    further: [
      { code: 150524100000, name: '库伦镇' },
      { code: 150524200000, name: '茫汗苏木' },
    ],
  },
  {
    code: 150525000000,
    name: '奈曼旗',
    center: [120.66, 42.87],
    story: township(150525101, '八仙筒镇'),
    further: [
      { code: 150525100000, name: '大沁他拉镇' },
      { code: 150525200000, name: '固日班花苏木' },
    ],
  },
  {
    code: 150526000000,
    name: '扎鲁特旗',
    center: [120.91, 44.56],
    story: township(150526100, '鲁北镇'),
    further: [
      { code: 150526103000, name: '巨日合镇' },
      { code: 150526203000, name: '格日朝鲁苏木' },
    ],
  },
  {
    code: 150581000000,
    name: '霍林郭勒市',
    center: [119.66, 45.53],
    story: township(150581200, '达来胡硕苏木', 201),
    further: [
      { code: 150581001000, name: '珠斯花街道' },
      { code: 150581002000, name: '莫斯台街道' },
    ],
  },
];

/** Villages lie around their township, inside their county, so that a map shows each at a place of its own. A coarse outline, kept off the border, is found quickly. */
export async function placeVillages(tx: Tx): Promise<void> {
  for (const { code, center, story, further } of counties)
    for (const town of [story, ...further]) {
      const [longitude, latitude] = town === story ? center : [null, null];
      await tx.query(
        `with county as (
           select st_buffer(st_simplify(boundary, 0.01), -0.02) as inner from platform.sys_region where code = $1
         ), area as (
           select st_intersection(c.inner, st_buffer(coalesce(st_setsrid(st_makepoint($3, $4), 4326), st_geometryn(st_generatepoints(st_buffer(c.inner, -0.01), 1, $5), 1)), 0.17)) as shape
           from county c
         ), points as (select d.path[1] as n, d.geom from area, st_dump(st_generatepoints(area.shape, 8, $5)) d
         ), villages as (select v.code, row_number() over (order by v.code) as n from platform.sys_region v where v.parent_code = $2 and v.level = 5 and v.status = 'active')
         update platform.sys_region r set longitude = round(st_x(p.geom)::numeric, 5), latitude = round(st_y(p.geom)::numeric, 5)
         from villages v join points p using (n) where r.code = v.code`,
        [code, town.code, longitude, latitude, ((town.code / 1000) % 997) + 1],
      );
    }
}

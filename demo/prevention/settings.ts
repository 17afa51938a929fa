import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { saveStaff } from '#modules/registry/server/index.ts';

interface Place {
  code: number;
  name: string;
}

/** One place that works otherwise, the cameras of the farms, and what the night would have found. */
export async function savePreventionSettings(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const [chief] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'ant_pref1'");
  await tx.query(
    `insert into prevention.ant_setting (tenant_no, region_code, code, value, created_by, updated_by, created_at, updated_at)
     values ($1, 150526000000, 'farAwayKm', '8', $2, $2, now() - interval '40 days', now() - interval '40 days')`,
    [tx.scope.tenantNo, chief?.id ?? null],
  );
  await saveNewWorkers(tx);
  await saveCameras(tx);
  await saveAlerts(tx, ids);
}

/** At work since this month, and nobody has opened their accounts yet. */
async function saveNewWorkers(tx: Tx): Promise<void> {
  const stations = await tx.query<{ id: number }>(
    "select id from registry.principal where principal_unit_type = 'preventionStation' and status = 'active' and region_code >= 150521000000 and region_code < 150522000000 order by id limit 2",
  );
  const names = ['白晓峰', '陈图雅', '李春生'];
  for (const [at, name] of names.entries()) {
    const station = stations[at % stations.length];
    if (station)
      await saveStaff(tx, {
        principalId: station.id,
        name,
        phone: `1394755${String(1201 + at)}`,
        job: 'preventionWorker',
        hiredOn: new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10),
        status: 'active',
      });
  }
}

const views = ['大门', '牛舍', '运动场', '饲料间', '装车台', '隔离舍'];

async function saveCameras(tx: Tx): Promise<void> {
  const units = await tx.query<{ id: number; name: string; region: number; longitude: number; latitude: number }>(
    `select id, principal_unit_name as name, region_code as region, longitude, latitude from registry.principal
     where tenant_no = $1 and principal_unit_type in ('farm', 'cooperative') and status = 'active' order by id limit 12`,
    [tx.scope.tenantNo],
  );
  for (let at = 0; at < 12 && units.length > 0; at += 1) {
    const unit = units[at % units.length];
    if (!unit) continue;
    await tx.query(
      `insert into prevention.video_spot (tenant_no, name, principal_id, region_code, channel_id, longitude, latitude, on_screen, order_num, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        tx.scope.tenantNo,
        `${unit.name}${views[at % views.length]}`,
        unit.id,
        unit.region,
        `NVR${String(100 + at)}-CH${String((at % 4) + 1).padStart(2, '0')}`,
        unit.longitude,
        unit.latitude,
        at < 8,
        (at + 1) * 10,
        at === 11 ? 'disabled' : 'enabled',
      ],
    );
  }
}

/** What was dealt with. What is open is found in the records, as every night. */
async function saveAlerts(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const county = ids.get('county 150521000000') ?? 0;
  const villages = await tx.query<Place>(
    `select r.code, r.name from platform.sys_region r where r.code in (select distinct region_code from registry.principal where tenant_no = $1 and principal_unit_type = 'household'
       and region_code >= 150521000000 and region_code < 150522000000) order by r.code limit 12`,
    [tx.scope.tenantNo],
  );
  const place = (at: number) => villages[at % villages.length] as Place;
  if (villages.length === 0) return;
  const tell = async (kind: string, at: number, args: Record<string, string | number>, hours: number, key = '') => {
    const { code, name } = place(at);
    const dedupKey = `${kind}:demo:${key || code}`;
    const id = await openAlarm(tx, {
      kind,
      dedupKey,
      subject: { entity: 'platform.sysRegion', id: code, name },
      regionCode: code,
      principalId: county,
      args: { place: name, regionCode: code, ...args },
    });
    await tx.query(
      'update platform.alarm set opened_at = now() - make_interval(hours => $2), last_at = now() - make_interval(hours => $2) where id = $1',
      [id, hours],
    );
    return { id, dedupKey };
  };
  for (let at = 0; at < 10; at += 1) {
    const { dedupKey, id } = await tell(
      ['uncovered', 'zeroVillage', 'exemptHigh'][at % 3] ?? 'uncovered',
      at,
      { n: 6, season: '春季集中免疫', day: 20 + at, due: 90, disease: '口蹄疫', rate: 6.5, limit: 5 },
      24 * (20 + at * 9),
      `closed${at}`,
    );
    await closeAlarm(tx, dedupKey);
    await tx.query("update platform.alarm set closed_at = opened_at + interval '3 days' where id = $1", [id]);
  }
}

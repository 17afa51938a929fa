import { notFound, refusal } from '#kit/contract/errors.ts';
import { levelOf, type RegionLevel, rangeOf, widthOf } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { type CellValue, writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/platform/contract/notice/notice-content.ts';
import { directory } from '../account/directory.ts';
import { regionName } from '../reference/region/regions.ts';
import { notify } from './notify.ts';
import { type WrittenNotice, writtenNotice } from './sys-notice.ts';

/** Nobody is reminded of the same notice more often. */
const nudgeHours = 4;
const everywhere = [0, 1e12] as const;

async function published(tx: Tx, id: number): Promise<WrittenNotice> {
  const notice = await writtenNotice(tx, id);
  if (!notice) throw notFound();
  return notice;
}

type Counts = Omit<contract.ReceiptRegion, 'regionName' | 'hasChildren'>;

async function countRegions(tx: Tx, notice: WrittenNotice, regionCode?: number): Promise<contract.ReceiptRegion[]> {
  const level = regionCode === undefined ? 2 : levelOf(regionCode);
  const width = widthOf(Math.min(level + 1, 5) as RegionLevel);
  const [lo, hi] = regionCode === undefined ? everywhere : rangeOf(regionCode);
  const before = notice.needReceipt ? notice.receiptBefore : null;
  const rows = await tx.query<Counts>(
    `select region_code as "regionCode", receivers, read, receipted, late from platform.notice_regions($1, $2, $3, $4, $5)`,
    [notice.id, lo, hi, width, before],
  );
  return rows.map((row) => ({
    ...row,
    regionName: nameOf(row.regionCode),
    // A region's own line stands beside those below it and opens no further.
    hasChildren: levelOf(row.regionCode) >= 3 && levelOf(row.regionCode) < 5 && row.regionCode !== regionCode,
  }));
}

const nameOf = (code: number) => regionName(code) ?? String(code);

interface MissingRow {
  user_id: number;
  name: string;
  principal_id: number | null;
  region_code: number;
  is_read: number;
  nudged_at: string | null;
  total: number;
}

async function missing(
  tx: Tx,
  notice: WrittenNotice,
  [lo, hi]: readonly [number, number],
  limit: number,
  offset: number,
): Promise<{ list: contract.MissingPerson[]; total: number }> {
  const rows = await tx.query<MissingRow>('select * from platform.notice_missing($1, $2, $3, $4, $5, $6)', [
    notice.id,
    notice.needReceipt,
    lo,
    hi,
    limit,
    offset,
  ]);
  const ids = [...new Set(rows.flatMap((row) => row.principal_id ?? []))];
  const places = new Map((await directory().places(tx, { ids, whole: true })).map((place) => [place.id, place]));
  const list = rows.map((row) => {
    const place = places.get(row.principal_id ?? 0);
    return {
      userId: row.user_id,
      name: row.name,
      principalId: row.principal_id,
      principalName: place?.name ?? null,
      phone: place?.phone ?? null,
      regionCode: row.region_code,
      regionName: nameOf(row.region_code),
      isRead: row.is_read === 1,
      nudgedAt: row.nudged_at,
    };
  });
  return { list, total: rows[0]?.total ?? 0 };
}

async function remind(call: Call<typeof contract.nudge>): Promise<{ sent: number; skipped: number }> {
  const { noticeId, idArr, regionCode } = call.body;
  const notice = await published(call.tx, noticeId);
  if (notice.status !== 'published') throw refusal('notice.notOut', 'platform.sysNotice.notOut');
  const [lo, hi] = regionCode === undefined ? everywhere : rangeOf(regionCode);
  const waiting = await missing(call.tx, notice, [lo, hi], 1, 0);
  const asked = idArr?.length ?? waiting.total;
  const rows = await call.tx.query<{ id: number }>('select platform.nudge_notice($1, $2, $3, $4, $5, $6) as id', [
    noticeId,
    notice.needReceipt,
    idArr ?? null,
    lo,
    hi,
    nudgeHours,
  ]);
  const userIds = rows.map((row) => row.id);
  await notify(call.tx, {
    userIds,
    type: 'reminder',
    level: 'urgent',
    title: { key: 'platform.sysNotice.nudgeTitle', args: { title: notice.title } },
    content: {
      key: notice.needReceipt ? 'platform.sysNotice.nudgeReceipt' : 'platform.sysNotice.nudgeRead',
      args: { title: notice.title },
    },
    linkPath: `/anm/warning/msg?noticeId=${noticeId}`,
  });
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysNotice',
    entityId: noticeId,
    entityName: notice.title,
    action: 'nudge',
    params: { regionCode, sent: userIds.length },
  });
  return { sent: userIds.length, skipped: Math.max(0, asked - userIds.length) };
}

/** Two sheets for the file: every region, and everybody who is missing. */
async function exportBoard(call: Call<typeof contract.exportReceipts>): Promise<null> {
  const say = (key: string) => call.say(`platform.noticeReceipts.${key}`);
  const { tx } = call;
  const notice = await published(tx, call.body.noticeId);
  const regions: contract.ReceiptRegion[] = [];
  for (const county of await countRegions(tx, notice)) {
    regions.push(county);
    if (county.hasChildren) regions.push(...(await countRegions(tx, notice, county.regionCode)));
  }
  const people = (await missing(tx, notice, everywhere, 50_000, 0)).list;
  const numbers = ['receivers', 'read', 'receipted', 'late'] as const;
  const text = (key: string) => ({ header: say(key), kind: 'text' as const });
  const stream = writeWorkbook([
    {
      name: say('board'),
      columns: [
        { ...text('region'), width: 40 },
        ...numbers.map((key) => ({ header: say(key), kind: 'number' as const })),
      ],
      rows: [regions.map((row): CellValue[] => [row.regionName, ...numbers.map((key) => row[key])])],
    },
    {
      name: say('missing'),
      columns: [
        text('name'),
        { ...text('principal'), width: 40 },
        text('phone'),
        { ...text('region'), width: 40 },
        text('state'),
      ],
      rows: [
        people.map((one): CellValue[] => [
          one.name,
          one.principalName,
          one.phone,
          one.regionName,
          say(one.isRead ? 'readOnly' : 'unread'),
        ]),
      ],
    },
  ]);
  call.answer.file = { stream, type: xlsxType, name: fileName(`${say('board')}_${notice.docNo}`) };
  return null;
}

export const noticeReceiptRoutes = (): Route[] => [
  serve('platform', contract.noticeReceipts, async (call) => {
    const { noticeId, regionCode, pageNum, pageSize } = call.query;
    return call.database.transaction(call.actor.scope, async (tx) => {
      const notice = await published(tx, noticeId);
      const regions = await countRegions(tx, notice, regionCode);
      const range = regionCode === undefined ? everywhere : rangeOf(regionCode);
      const { list, total } = await missing(tx, notice, range, pageSize, (pageNum - 1) * pageSize);
      const add = (key: 'receivers' | 'read' | 'receipted' | 'late') => regions.reduce((sum, row) => sum + row[key], 0);
      const { id, docNo, title, status, needReceipt, receiptBefore, publishedAt } = notice;
      return {
        notice: { id, docNo, title, status, needReceipt, receiptBefore, publishedAt },
        sum: { receivers: add('receivers'), read: add('read'), receipted: add('receipted'), late: add('late') },
        regions,
        missing: list,
        missingTotal: total,
      };
    });
  }),
  serve('platform', contract.exportReceipts, exportBoard),
  serve('platform', contract.nudge, remind),
];

import type { Tx } from '#kit/server/db/database.ts';
import { asHtml, type LocalizedText, plain, textsOf } from '../common/localized-text.ts';
import type { NoticeAudience } from './audience.ts';

export interface NoticeInput {
  readonly type: 'notice' | 'warning' | 'reminder' | 'system';
  readonly level?: 'normal' | 'important' | 'urgent';
  readonly title: LocalizedText;
  /** Text, not HTML. */
  readonly content: LocalizedText;
  readonly linkPath?: string | null;
  readonly icon?: string | null;
  /** The ear tag, when it is about one animal. */
  readonly animalNumber?: string | null;
  readonly sender?: string | null;
}

export async function insertNotice(tx: Tx, notice: NoticeInput): Promise<number> {
  const { title, content } = notice;
  const texts = textsOf({ title, content });
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_notice (tenant_no, type, level, title, content, texts, icon, animal_number, link_path, sender)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      tx.scope.tenantNo,
      notice.type,
      notice.level ?? 'normal',
      plain(title).slice(0, 100),
      asHtml(plain(content)).slice(0, 20_000),
      texts ? JSON.stringify(texts) : null,
      notice.icon ?? null,
      notice.animalNumber ?? null,
      notice.linkPath ?? null,
      notice.sender ?? null,
    ],
  );
  if (!row) throw new Error('the notice was not written');
  return row.id;
}

export interface WrittenNotice {
  readonly id: number;
  readonly docNo: string;
  readonly type: string;
  readonly level: string;
  readonly title: string;
  readonly content: string;
  readonly audience: NoticeAudience;
  readonly attachments: readonly number[];
  readonly needReceipt: boolean;
  readonly receiptBefore: string | null;
  readonly publishedAt: string | null;
  readonly status: string;
  readonly createdBy: number;
}

/** A notice as its author's people see it. */
export async function writtenNotice(tx: Tx, id: number, lock = false): Promise<WrittenNotice | undefined> {
  const [row] = await tx.query<WrittenNotice>(
    `select n.id, n.doc_no as "docNo", n.type, n.level, n.title, n.content, n.audience, n.attachments, n.need_receipt as "needReceipt",
       n.receipt_before as "receiptBefore", n.published_at as "publishedAt", n.status, n.created_by as "createdBy"
     from platform.sys_notice_written n where n.id = $1 ${lock ? 'for update of n' : ''}`,
    [id],
  );
  return row;
}

/** Everybody it is for has it now. */
export async function fixReceivers(tx: Tx, id: number): Promise<void> {
  await tx.query(
    'update platform.sys_notice set receivers = (select c.receivers from platform.notice_counts($1) c) where id = $1',
    [id],
  );
}

/** Takes a scheduled notice back whose time came but which cannot go out. */
export async function backToDraft(tx: Tx, id: number, onlyIfDue: boolean): Promise<{ title: string } | undefined> {
  const [row] = await tx.query<{ title: string }>(
    `update platform.sys_notice set status = 'draft', scheduled_at = null, version = version + 1, updated_at = now()
     where id = $1 and status = 'scheduled' and (not $2 or scheduled_at < now() - interval '10 minutes') returning title`,
    [id, onlyIfDue],
  );
  return row;
}

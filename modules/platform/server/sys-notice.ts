import type { Tx } from '#kit/server/db/database.ts';
import { asHtml, plain, textsOf, type Words } from './words.ts';

export interface NoticeInput {
  readonly type: 'notice' | 'warning' | 'reminder' | 'system';
  readonly level?: 'normal' | 'important' | 'urgent';
  readonly title: Words;
  /** Text, not HTML. */
  readonly content: Words;
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

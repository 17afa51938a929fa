import { type Language, languages } from '#kit/contract/envelope.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Texts } from '#kit/server/http/texts.ts';
import type { AlarmKind, AlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

export interface DeclaredKind extends AlarmKind {
  readonly kind: string;
  /** The module that declared it. */
  readonly source: string;
}

const declared = new Map<string, DeclaredKind>();
let templates = new Map<string, string>();

/** By the module that owns them, at start. */
export function registerAlarmKinds(source: string, kinds: AlarmKinds): void {
  for (const [kind, one] of Object.entries(kinds)) {
    const other = declared.get(kind);
    if (other && other.source !== source) throw new Error(`alarm kind ${kind} is declared by ${other.source} already`);
    declared.set(kind, { ...one, kind, source });
  }
}

export const alarmKindOf = (kind: string): DeclaredKind | undefined => declared.get(kind);
export const alarmKey = (kind: string, part: 'name' | 'title' | 'text'): string =>
  `${declared.get(kind)?.source ?? 'platform'}.alarmKind.${kind}.${part}`;
/** A kind's name or template in a language, as the locale files have it. */
export const templateOf = (kind: string, part: 'name' | 'title' | 'text', language: Language): string =>
  templates.get(`${language} ${alarmKey(kind, part)}`) ?? kind;
/** The sentence about many of one kind. */
export const foldTemplateOf = (part: 'title' | 'text', language: Language): string =>
  templates.get(`${language} ${foldKeys[part]}`) ?? '';
export const foldKeys = { title: 'platform.alarm.foldTitle', text: 'platform.alarm.foldText' } as const;

/** Writes what was declared where the database's own rules read it; called once, when every module has started. */
export async function saveAlarmKinds(database: Database, texts: Texts): Promise<void> {
  const missing: string[] = [];
  const known = new Map<string, string>();
  const inAll = (kind: string, part: 'name' | 'title' | 'text') =>
    Object.fromEntries(
      languages.map((language) => {
        const key = alarmKey(kind, part);
        if (!texts.has(key, language)) missing.push(`${language} ${key}`);
        const text = texts.raw(language, key);
        known.set(`${language} ${key}`, text);
        return [language, text];
      }),
    );
  const rows = [...declared.values()].map((one) => ({
    kind: one.kind,
    source: one.source,
    alarm_group: one.group,
    names: inAll(one.kind, 'name'),
    titles: inAll(one.kind, 'title'),
    texts: inAll(one.kind, 'text'),
    level: one.level,
    level_up: one.levelUp ?? [],
    auto_close: one.autoClose,
    quiet_minutes: one.quietMinutes ?? null,
    ack_minutes: one.ackMinutes ?? null,
    last_step: one.lastStep,
    need_photo: one.needPhoto ?? false,
    confirm_by: one.confirmBy ?? 'none',
    party_only: one.partyOnly ?? false,
    view_permission: one.viewPermission ?? null,
    close_reasons: one.closeReasons,
    outlives_exit: one.outlivesExit ?? false,
  }));
  for (const language of languages)
    for (const key of Object.values(foldKeys)) known.set(`${language} ${key}`, texts.raw(language, key));
  if (missing.length > 0) throw new Error(`alarm kinds without texts: ${missing.join(', ')}`);
  templates = known;
  await database.transaction(systemScope(0, 'start'), (tx) =>
    tx.query(
      `insert into platform.alarm_kind as k
       select * from jsonb_populate_recordset(null::platform.alarm_kind, $1)
       on conflict (kind) do update set source = excluded.source, alarm_group = excluded.alarm_group, names = excluded.names, titles = excluded.titles,
         texts = excluded.texts, level = excluded.level, level_up = excluded.level_up, auto_close = excluded.auto_close, quiet_minutes = excluded.quiet_minutes,
         ack_minutes = excluded.ack_minutes, last_step = excluded.last_step, need_photo = excluded.need_photo, confirm_by = excluded.confirm_by,
         party_only = excluded.party_only, view_permission = excluded.view_permission, close_reasons = excluded.close_reasons, outlives_exit = excluded.outlives_exit
       where k is distinct from excluded`,
      [JSON.stringify(rows)],
    ),
  );
}

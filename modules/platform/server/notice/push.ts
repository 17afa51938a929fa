import { needs } from '#kit/contract/permission.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { registerTopic, type Subscription } from '#kit/server/push/topic.ts';
import { pushStream, pushSubscribe } from '#modules/platform/contract/notice/push.ts';
import { paramOf } from '../reference/params.ts';

export { present } from '#kit/server/push/present.ts';

/** The platform's own topics; other modules register theirs. */
export function registerPlatformTopics(database: Database): void {
  registerTopic('notices', { access: needs('sys:notice:info:list') });
  registerTopic('tasks', { access: needs('sys:task:list') });
  registerTopic('jobs', { access: 'session' });
  registerTopic('perm', { access: 'session' });
  registerTopic('alarm', {
    access: needs('alarm:record:list'),
    // Who may see an alarm is known to the database alone: the list, the page and this stream ask the same rule.
    filter: async ({ scope }, { data }) => {
      const { alarmId } = data as { alarmId: number };
      const text = 'select 1 as seen from platform.alarm where id = $1';
      const [rows] = await database.read<[{ seen: number }]>(scope, { text, values: [alarmId] });
      return rows.length > 0;
    },
  });
}

export async function pushLimits(database: Database, tenantNo: number) {
  return {
    perUser: await paramOf(database, 'push.perUser', tenantNo),
    keepMinutes: await paramOf(database, 'push.keepMinutes', tenantNo),
  };
}

function subscriptions({ topics, ...rest }: { topics: string; [name: string]: unknown }): Subscription[] {
  const names = [...new Set(topics.split(',').filter(Boolean))];
  return names.map((topic) => {
    const own = Object.entries(rest).filter(([name]) => name.startsWith(`${topic}.`));
    if (own.length === 0) return { topic };
    return {
      topic,
      params: Object.fromEntries(own.map(([name, value]) => [name.slice(topic.length + 1), String(value)])),
    };
  });
}

export const pushRoutes = (): Route[] => [
  serve('platform', pushStream, async (call) => {
    const stream = await call.push.open(call.actor, {
      topics: subscriptions(call.query),
      lastEventId: call.header('last-event-id'),
    });
    // A proxy that collects answers before it passes them on would hold every event back.
    const headers = { 'x-accel-buffering': 'no' };
    call.answer.file = { stream, type: 'text/event-stream; charset=utf-8', name: 'events', inline: true, headers };
    return null;
  }),
  serve('platform', pushSubscribe, async (call) => {
    const { streamId, add, drop } = call.body;
    return { topics: [...(await call.push.subscribe(call.actor, streamId, add, drop))] };
  }),
];

import { z } from 'zod';
import { notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { testMapKey } from '#modules/platform/contract/tenant/tenant-config.ts';
import { logThird } from '../integration/sys-third-log.ts';
import { effectiveConfig } from './config-routes.ts';

let service = 'https://restapi.amap.com';
const waitMs = 10_000;

/** Where the map service is asked, if not where everybody finds it. */
export function provideMapService(url: string): void {
  service = url;
}

const answerSchema = z.object({ status: z.string(), info: z.string().max(200), infocode: z.string() });
type Outcome = 'works' | 'noKey' | 'wrongKey' | 'usedUp' | 'refused' | 'noAnswer';

/** The service's own codes; a key made for pages is refused here as one of another platform, which says that it exists. */
function outcomeOf({ status, infocode }: z.output<typeof answerSchema>): Outcome {
  if (status === '1' || infocode === '10009') return 'works';
  if (infocode === '10001' || infocode === '10008') return 'wrongKey';
  if (['10003', '10004', '10044', '10045'].includes(infocode)) return 'usedUp';
  return 'refused';
}

async function ask(key: string): Promise<{ outcome: Outcome; info: string; status: number }> {
  try {
    const answer = await fetch(`${service}/v3/ip?${new URLSearchParams({ key, output: 'json' })}`, {
      signal: AbortSignal.timeout(waitMs),
      redirect: 'error',
    });
    const told = answerSchema.parse(await answer.json());
    return { outcome: outcomeOf(told), info: `${told.info} (${told.infocode})`, status: answer.status };
  } catch {
    return { outcome: 'noAnswer', info: '', status: 0 };
  }
}

async function test(call: Call<typeof testMapKey>) {
  const { tenantNo, principalId, key: given } = call.body;
  const { actor, database } = call;
  if (actor.tenantNo !== 0 && actor.tenantNo !== tenantNo) throw notFound();
  const stored = await effectiveConfig(database, tenantNo, principalId ?? null);
  const key = given || stored.find((one) => one.configCode === 'map_key')?.configValue;
  if (!key) return { outcome: 'noKey' as const, msg: call.say('platform.tenantConfig.test_noKey') };
  const began = performance.now();
  const { outcome, info, status } = await ask(key);
  await database.transaction(actor.scope, (tx) =>
    logThird(tx, {
      direction: 'out',
      clientId: 'amap',
      apiName: 'ip',
      method: 'GET',
      path: '/v3/ip',
      response: { outcome, info },
      statusCode: status,
      result: outcome === 'works' ? 'ok' : 'failed',
      durationMs: Math.round(performance.now() - began),
      traceId: call.traceId,
    }),
  );
  const text = outcome === 'noAnswer' ? 'error.network' : `platform.tenantConfig.test_${outcome}`;
  return { outcome, msg: call.say(text, { info }) };
}

export const mapKeyRoutes = (): Route[] => [serve('platform', testMapKey, test)];

import { notFound, refusal } from '#kit/contract/errors.ts';
import { type AnyResource, fullName, labelKey } from '#kit/contract/resource.ts';
import type { Database } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { clearPermission, personal, provideClearGate } from '#kit/server/sheets/clear-values.ts';
import { chosenColumns } from '#kit/server/sheets/sheet-columns.ts';
import type { SessionAuthenticator } from '../auth/authenticator.ts';
import { paramOf } from '../reference/params.ts';
import { onApproval, type Payload, requestApproval } from '../role/sys-approval.ts';

interface Asked {
  readonly userId: number;
  readonly username: string;
  readonly resource: string;
  readonly persons: number;
  readonly language: Call['language'];
  readonly ask: {
    readonly idArr?: number[];
    readonly filter?: Record<string, unknown>;
    readonly columns?: string[];
    readonly clear: { readonly reason: string };
  };
}

const titleKey = (resource: string) => `${resource}._title`;

/** R102: the file is made by a job of the asker's once another person agreed, is the asker's alone and leaves as every result does. */
export function registerSensitiveExport(database: Database, authenticator: SessionAuthenticator): void {
  provideClearGate({
    above: (tenantNo) => paramOf(database, 'sensitive.exportApprovalAbove', tenantNo),
    ask: (call: Call, resource: AnyResource, ask: object, persons: number) => {
      const { userId, username } = call.actor;
      const given = ask as Asked['ask'];
      const payload: Asked = {
        userId,
        username,
        resource: fullName(resource),
        persons,
        language: call.language,
        ask: given,
      };
      return requestApproval(call.tx, 'sensitiveExport', payload as unknown as Payload, given.clear.reason);
    },
  });
  onApproval('sensitiveExport', {
    title: (payload) => ({
      key: 'platform.sysApproval.titleExport',
      args: { name: `@${titleKey(String(payload.resource))}`, n: Number(payload.persons) },
    }),
    words: async (call, payload) => {
      const { username, resource, persons, ask } = payload as unknown as Asked;
      const shape = mapOf(resource)?.resource;
      const and = call.language === 'en' ? ', ' : '\u3001';
      const shown = shape ? personal(shape, chosenColumns(shape, ask.columns)) : [];
      return [
        { label: call.say('platform.sysUser.username'), value: username },
        { label: call.say('platform.sysApproval.what'), value: call.say(titleKey(resource)) },
        { label: call.say('platform.sysApproval.persons'), value: String(persons) },
        {
          label: call.say('platform.sysApproval.columns'),
          value: shape ? shown.map((name) => call.say(labelKey(shape, name))).join(and) : '-',
        },
        { label: call.say('platform.sysApproval.effect'), value: call.say('platform.sysApproval.effectExport') },
      ];
    },
    execute: async (call, payload) => {
      const { userId, resource, language, ask } = payload as unknown as Asked;
      const actor = await authenticator.actorOf(userId);
      const shape = mapOf(resource)?.resource;
      if (!actor || !shape) throw notFound();
      if (!actor.actions.has(clearPermission)) throw refusal('sensitive.noRight', 'error.forbidden');
      const { id: approvalId } = call.body as { id: number };
      const params = { resource, ...ask, clear: { ...ask.clear, approvalId } };
      await inTenant(call.tx, actor.tenantNo, 'sensitiveExport', (tx) =>
        call.jobs.enqueue(
          { actor, tx, language },
          { kind: 'export', title: call.say(titleKey(resource)), screenPath: shape.screen, params },
        ),
      );
      return undefined;
    },
  });
}

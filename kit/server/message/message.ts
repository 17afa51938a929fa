import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Tx } from '../db/database.ts';
import { deliver, registerDelivery } from '../delivery/delivery.ts';
import { unseal } from '../pii/pii.ts';

/** Ways to somebody who does not sit at a browser. */
type Way = 'sms' | 'voice';

/** Text messages and calls are made by a service with templates of its own, or only written to the log. */
export type MessageSettings =
  | { readonly driver: 'log' }
  | {
      readonly driver: 'http';
      readonly url: string;
      readonly secret: string;
      /** What the service calls a text of ours, by way and name: `sms:alarm.test`. What is not listed is not sent. */
      readonly templates: Readonly<Record<string, string>>;
    };

export interface Sending {
  readonly way: Way;
  readonly template: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** The number as it is kept; nobody but the service reads it. */
  readonly sealedPhone: string;
}

const channel = 'kit.message';
let settings: MessageSettings | null = null;

/** Null: nothing is connected, and whoever asks is told so. */
export function provideMessages(given: MessageSettings | null, log: Logger): void {
  settings = given;
  registerDelivery(channel, {
    target: async (tx, { body }) => {
      const message = JSON.parse(body) as Sending;
      const { way, template, args, sealedPhone } = message;
      if (!settings || !isConnected(way, template)) return null;
      if (settings.driver === 'log') {
        log.info({ way, template, args }, 'a message that would be sent');
        return 'done';
      }
      const to = unseal(sealedPhone, tx.scope.tenantNo);
      return {
        url: settings.url,
        secret: settings.secret,
        body: JSON.stringify({ way, to, template: settings.templates[`${way}:${template}`], args }),
      };
    },
  });
}

const isConnected = (way: Way, template: string): boolean =>
  settings !== null && (settings.driver === 'log' || `${way}:${template}` in settings.templates);

/**
 * In the caller's transaction; sent after the commit, and again until the service has taken it. False where the way is not connected.
 *
 * @example
 * await sendMessage(tx, { way: 'sms', template: 'alarm.test', args: { name }, sealedPhone });
 */
export async function sendMessage(tx: Tx, message: Sending): Promise<boolean> {
  if (!isConnected(message.way, message.template)) return false;
  await deliver(tx, { channel, aggregate: `message:${randomUUID()}`, topic: message.way, content: message });
  return true;
}

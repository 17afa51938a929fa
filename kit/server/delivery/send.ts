import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

export interface Target {
  readonly url: string;
  /** Signs every message, so that the receiver knows who sent it. */
  readonly secret: string;
  /** Sent instead of what is kept: personal values are opened at the last moment and stand nowhere in clear. */
  readonly body?: string;
}

/** Places of our own network, of this machine, and of nobody: a partner's address must not lead there. */
const inner = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(address, bits, 'ipv6');

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Networks the operator has opened: partners on a line of their own. */
export function networksOf(list: string): BlockList {
  const open = new BlockList();
  for (const one of list.split(',').map((part) => part.trim())) {
    const [address = '', bits] = one.split('/');
    if (!address) continue;
    if (bits) open.addSubnet(address, Number(bits), familyOf(address));
    else open.addAddress(address, familyOf(address));
  }
  return open;
}

export const mayReach = (address: string, open: BlockList): boolean =>
  open.check(address, familyOf(address)) || !inner.check(address, familyOf(address));

/** Asked at the moment of connecting: what a name meant when it was entered, it need not mean now. */
const guarded =
  (open: BlockList): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
      const hidden = found.find(({ address }) => !mayReach(address, open));
      if (hidden) return done(new Error(`${host} leads to ${hidden.address}, which is not outside`), '');
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });

export interface Message {
  readonly key: string;
  readonly topic: string;
  readonly aggregate: string;
  readonly seq: number;
  readonly hash: string;
  readonly body: string;
}

/**
 * One attempt: the same bytes, key and hash every time, signed anew. Follows no redirection, which would lead past the check
 * of the address. Answers the status, whatever it is; throws where there is none.
 */
export function send(target: Target, message: Message, open: BlockList, timeout: number): Promise<number> {
  const url = new URL(target.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayReach(host, open)) return Promise.reject(new Error(`${host} is not outside`));
  // In clear only on a line the operator has opened.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isIP(host) && open.check(host, familyOf(host))))
    return Promise.reject(new Error(`${url.protocol} is not sent to`));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', target.secret).update(`${timestamp}.${message.key}.${message.hash}`).digest('hex');
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? secure : plain)(
      url,
      {
        method: 'POST',
        lookup: guarded(open),
        signal: AbortSignal.timeout(timeout),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(message.body),
          'idempotency-key': message.key,
          'x-mulian-topic': message.topic,
          'x-mulian-aggregate': encodeURIComponent(message.aggregate),
          'x-mulian-seq': String(message.seq),
          'x-mulian-hash': message.hash,
          'x-mulian-timestamp': timestamp,
          'x-mulian-sign': sign,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(message.body);
  });
}

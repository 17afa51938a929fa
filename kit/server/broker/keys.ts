import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';

/**
 * Keys and tokens of a NATS server in operator mode. All keys follow from one secret, so that nothing but that secret is kept:
 * the operator's, the system account's, an account's for every tenant.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const kinds = { operator: 14 << 3, account: 0, user: 20 << 3 } as const;
type Kind = keyof typeof kinds;

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += alphabet[(value >>> (bits - 5)) & 31];
      bits -= 5;
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** CRC-16/XMODEM, as NATS appends it to its keys. */
function checked(bytes: Uint8Array): Buffer {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return Buffer.concat([bytes, Buffer.from([crc & 0xff, crc >> 8])]);
}

export interface KeyPair {
  readonly publicKey: string;
  /** As NATS clients take it. */
  readonly seed: string;
  sign(data: string): Buffer;
}

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function keyPair(kind: Kind, raw: Uint8Array): KeyPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, raw]), format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const prefix = kinds[kind];
  const seedPrefix = 18 << 3;
  return {
    publicKey: base32(checked(Buffer.concat([Buffer.from([prefix]), bytes]))),
    seed: base32(checked(Buffer.concat([Buffer.from([seedPrefix | (prefix >> 5), (prefix & 31) << 3]), raw]))),
    sign: (data) => sign(null, Buffer.from(data), privateKey),
  };
}

export const derivedKey = (kind: Kind, secret: string, name: string): KeyPair =>
  keyPair(kind, new Uint8Array(hkdfSync('sha256', secret, 'mulian-broker', `${kind}:${name}`, 32)));

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(issuer: KeyPair, subject: string, name: string, nats: object, expireAt?: Date): string {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.publicKey,
    name,
    sub: subject,
    ...(expireAt && { exp: Math.floor(expireAt.getTime() / 1000) }),
    nats: { ...nats, version: 2 },
  };
  const jti = base32(createHash('sha256').update(JSON.stringify(claims)).digest());
  const body = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ jti, ...claims })}`;
  return `${body}.${issuer.sign(body).toString('base64url')}`;
}

export const operatorToken = (operator: KeyPair, system: KeyPair): string =>
  token(operator, operator.publicKey, 'mulian', { type: 'operator', system_account: system.publicKey });

/** Users whose tokens were signed before the given second are refused, and their open connections ended. */
export type Revocations = Readonly<Record<string, number>>;

export const accountToken = (
  operator: KeyPair,
  account: KeyPair,
  name: string,
  options: { stores?: boolean; revocations?: Revocations } = {},
): string =>
  token(operator, account.publicKey, name, {
    type: 'account',
    limits: {
      subs: -1,
      data: -1,
      payload: -1,
      imports: -1,
      exports: -1,
      wildcards: true,
      conn: -1,
      leaf: -1,
      ...(options.stores && { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }),
    },
    ...(options.revocations && { revocations: options.revocations }),
    default_permissions: { pub: {}, sub: {} },
  });

export interface UserRights {
  publish?: readonly string[];
  subscribe?: readonly string[];
  /** The token alone is enough, as MQTT can do no more. */
  bearer?: boolean;
  expireAt?: Date;
}
export const userToken = (account: KeyPair, publicKey: string, name: string, rights: UserRights = {}): string =>
  token(
    account,
    publicKey,
    name,
    {
      type: 'user',
      pub: rights.publish ? { allow: rights.publish } : {},
      sub: rights.subscribe ? { allow: rights.subscribe } : {},
      subs: -1,
      data: -1,
      payload: -1,
      ...(rights.bearer && { bearer_token: true, allowed_connection_types: ['MQTT', 'MQTT_WS'] }),
    },
    rights.expireAt,
  );

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { connect, jwtAuthenticator, type NatsConnection, nanos } from '@nats-io/transport-node';
import { accountToken, derivedKey, keyPair, type Revocations, userToken } from '#kit/server/broker/keys.ts';

export interface BrokerSettings {
  url: string;
  secret: string;
  /** What devices are told. */
  host: string;
  mqttPort: number;
  /** Where the broker writes what it refused. */
  logFile?: string | undefined;
  /** The authority devices check the broker's certificate against. */
  caFile?: string | undefined;
  /** Several databases on one broker keep apart by it. */
  space?: string;
}

export const streamName = 'IOT_UP';
const hour = 3_600_000;
const credentialYears = 2;

/** The devices' own NATS, one account per tenant. Connections are made when they are needed first, and heal by themselves. */
export class DeviceBroker {
  readonly settings: BrokerSettings;
  #system: Promise<NatsConnection> | null = null;
  readonly #tenants = new Map<number, Promise<NatsConnection>>();
  readonly #ready = new Map<number, Promise<void>>();

  constructor(settings: BrokerSettings) {
    this.settings = settings;
  }

  get ca(): string | undefined {
    return this.settings.caFile ? readFileSync(this.settings.caFile, 'utf8') : undefined;
  }

  #account(tenantNo: number) {
    return derivedKey('account', this.settings.secret, `${this.settings.space ?? ''}:${tenantNo}`);
  }

  #open(account: ReturnType<typeof keyPair>, name: string): Promise<NatsConnection> {
    const user = keyPair('user', randomBytes(32));
    return connect({
      servers: this.settings.url,
      authenticator: jwtAuthenticator(userToken(account, user.publicKey, name), new TextEncoder().encode(user.seed)),
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      timeout: 5_000,
    });
  }

  /** Makes the tenant's account known, with whom it no longer trusts: open connections of those end. */
  async saveAccount(tenantNo: number, revocations: Revocations): Promise<void> {
    const { secret } = this.settings;
    this.#system ??= this.#open(derivedKey('account', secret, 'system'), 'mulian-system').catch((error) => {
      this.#system = null;
      throw error;
    });
    const operator = derivedKey('operator', secret, 'mulian');
    const name = `${this.settings.space ?? ''}${tenantNo}`;
    const token = accountToken(operator, this.#account(tenantNo), name, { stores: true, revocations });
    const answer = await (await this.#system).request('$SYS.REQ.CLAIMS.UPDATE', token, { timeout: 5_000 });
    const { error } = answer.json<{ error?: { description: string } }>();
    if (error) throw new Error(`the broker refuses the account of ${tenantNo}: ${error.description}`);
  }

  async tenant(tenantNo: number): Promise<NatsConnection> {
    let open = this.#tenants.get(tenantNo);
    if (!open) {
      open = this.#open(this.#account(tenantNo), `mulian-${tenantNo}`);
      this.#tenants.set(tenantNo, open);
      open.catch(() => this.#tenants.delete(tenantNo));
    }
    return open;
  }

  /** The stream that holds every message until it is in the database, three days at most. */
  ensureStream(tenantNo: number): Promise<void> {
    let ready = this.#ready.get(tenantNo);
    if (!ready) {
      ready = this.#makeStream(tenantNo);
      this.#ready.set(tenantNo, ready);
      ready.catch(() => this.#ready.delete(tenantNo));
    }
    return ready;
  }

  async #makeStream(tenantNo: number): Promise<void> {
    const manager = await jetstreamManager(await this.tenant(tenantNo), { checkAPI: false });
    const known = await manager.streams.info(streamName).then(
      () => true,
      () => false,
    );
    if (known) return;
    await manager.streams.add({
      name: streamName,
      subjects: [`iot.${tenantNo}.up.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(72 * hour),
      max_bytes: -1,
    });
  }

  /** Its own two topic trees, for two years. */
  newToken(tenantNo: number, deviceNo: string): { publicKey: string; token: string; expireAt: Date } {
    const user = keyPair('user', randomBytes(32));
    const expireAt = new Date(Date.now() + credentialYears * 365 * 24 * hour);
    const token = userToken(this.#account(tenantNo), user.publicKey, deviceNo, {
      publish: [`iot.${tenantNo}.up.${deviceNo}.>`],
      subscribe: [`iot.${tenantNo}.down.${deviceNo}.>`],
      bearer: true,
      expireAt,
    });
    return { publicKey: user.publicKey, token, expireAt };
  }

  async publish(tenantNo: number, subject: string, payload: string): Promise<void> {
    const connection = await this.tenant(tenantNo);
    connection.publish(subject, payload);
    await connection.flush();
  }

  async isUp(): Promise<boolean> {
    return (this.#system ?? Promise.reject(new Error('not asked yet'))).then(
      (connection) => !connection.isClosed(),
      () => false,
    );
  }

  async close(): Promise<void> {
    const all = [...this.#tenants.values(), ...(this.#system ? [this.#system] : [])];
    await Promise.allSettled(all.map(async (open) => (await open).close()));
  }
}

let broker: DeviceBroker | null = null;
/** By the program at its start; without one devices are kept and bound, but nothing arrives. */
export function provideBroker(settings: BrokerSettings | null): DeviceBroker | null {
  broker = settings ? new DeviceBroker(settings) : null;
  return broker;
}
export const deviceBroker = (): DeviceBroker | null => broker;

import mqtt, { type MqttClient } from 'mqtt';

export interface SimCredential {
  deviceNo: string;
  tenantNo: number;
  password: string;
}
export interface SimBroker {
  host: string;
  port: number;
  ca: string | undefined;
}

/** A device as it really is: its own connection, its own token, a count of its messages, and a clock that may be wrong. */
export class SimDevice {
  readonly deviceNo: string;
  readonly tenantNo: number;
  readonly boot: number;
  seq = 0;
  /** Messages the broker has acknowledged. */
  acknowledged = 0;
  /** Milliseconds its clock is ahead. */
  clockAhead = 0;
  readonly #client: MqttClient;
  readonly commands: unknown[] = [];

  constructor(
    broker: SimBroker,
    { deviceNo, tenantNo, password }: SimCredential,
    boot = Math.floor(Date.now() / 1000),
  ) {
    this.deviceNo = deviceNo;
    this.tenantNo = tenantNo;
    this.boot = boot;
    this.#client = mqtt.connect({
      protocol: 'mqtts',
      host: broker.host,
      port: broker.port,
      ...(broker.ca && { ca: broker.ca }),
      clientId: deviceNo,
      username: deviceNo,
      password,
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      reconnectPeriod: 500,
      connectTimeout: 10_000,
      // What is not acknowledged when the connection breaks is sent again, in its order.
      queueQoSZero: false,
    });
    this.#client.on('error', () => {});
    this.#client.on('message', (_topic, payload) => this.commands.push(JSON.parse(payload.toString())));
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  /** Resolves when the broker let it in, rejects when it did not. */
  ready(ms = 10_000): Promise<void> {
    if (this.#client.connected) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.deviceNo} is not let in`)), ms);
      this.#client.once('connect', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#client.subscribe(`iot/${this.tenantNo}/down/${this.deviceNo}/cmd`, { qos: 0 }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }

  get clock(): number {
    return Date.now() + this.clockAhead;
  }

  /** The next message, numbered; the same text again is a repeat. */
  compose(items: readonly unknown[], more: Record<string, unknown> = {}): string {
    const text = JSON.stringify({ v: 1, boot: this.boot, seq: this.seq, at: this.clock, d: items, ...more });
    this.seq += 1;
    return text;
  }

  /** Resolves with the broker's acknowledgement. */
  send(type: string, text: string, deviceNo = this.deviceNo): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#client.publish(`iot/${this.tenantNo}/up/${deviceNo}/${type}`, text, { qos: 1 }, (error) => {
        if (error) return reject(error);
        this.acknowledged += 1;
        return resolve();
      }),
    );
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#client.end(true, {}, () => resolve()));
  }
}

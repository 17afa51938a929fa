import { join } from 'node:path';
import { z } from 'zod';
import { appLogin, appSettings, dataFolder, root, signingKey, stackEnvironment } from '#db/settings.ts';
import type { BusSettings } from '#kit/server/events/bus.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import type { MessageSettings } from '#kit/server/message/message.ts';
import type { BrokerSettings } from '#modules/device/server/index.ts';

/** Everything the program can be told, checked once at start. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  MULIAN_HOST: z.string().default('127.0.0.1'),
  MULIAN_PORT: z.coerce.number().int().min(0).max(65535).default(7300),
  MULIAN_ROLE: z.enum(['all', 'api', 'worker', 'ingest']).default('all'),
  MULIAN_POOL: z.coerce.number().int().min(1).max(200).default(10),
  MULIAN_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Where Prometheus reads; not told unless a port is set. */
  MULIAN_METRICS_PORT: z.coerce.number().int().min(0).max(65533).optional(),
  MULIAN_METRICS_HOST: z.string().default('127.0.0.1'),
  /** A collector's address for OpenTelemetry's spans, such as http://127.0.0.1:4318/v1/traces; none are made unless told. */
  MULIAN_TRACES_URL: z.url().optional(),
  /** Where map keys are tried. */
  MULIAN_MAP_SERVICE: z.url().optional(),
  /** Networks inside that deliveries to partners may go to, separated by commas; none unless told. */
  MULIAN_DELIVERY_NETWORKS: z.string().default(''),
  /** Where the installation is reached from outside: it stands on papers, in their square codes. */
  MULIAN_ADDRESS: z.url().optional(),
  /** Where recordings and live pieces lie. */
  MULIAN_MEDIA: z.string().default(join(dataFolder, 'media')),
  MULIAN_RATE: z.coerce.number().int().min(10).default(3000),
  /** Whose X-Forwarded-For is believed: addresses, networks, or `loopback`, separated by commas. */
  MULIAN_TRUSTED_PROXIES: z.string().min(1).default('loopback'),
});

const fileSchema = z.discriminatedUnion('MULIAN_FILES', [
  z.object({ MULIAN_FILES: z.literal('disk'), MULIAN_FILES_FOLDER: z.string().default(join(dataFolder, 'files')) }),
  z.object({
    MULIAN_FILES: z.literal('s3'),
    MULIAN_S3_ENDPOINT: z.url(),
    MULIAN_S3_BUCKET: z.string().default('mulian'),
    MULIAN_S3_KEY: z.string(),
    MULIAN_S3_SECRET: z.string(),
  }),
]);

export function readStore(environment: Record<string, string | undefined>): StoreSettings {
  const given = fileSchema.parse({ ...environment, MULIAN_FILES: environment.MULIAN_FILES ?? 'disk' });
  if (given.MULIAN_FILES === 'disk') return { driver: 'disk', folder: given.MULIAN_FILES_FOLDER };
  return {
    driver: 's3',
    endpoint: given.MULIAN_S3_ENDPOINT,
    bucket: given.MULIAN_S3_BUCKET,
    key: given.MULIAN_S3_KEY,
    secret: given.MULIAN_S3_SECRET,
  };
}

/** Databases that share a NATS keep apart by their names; the product's own needs none. */
export function readBus(environment: Record<string, string | undefined>, database: string): BusSettings | undefined {
  const { MULIAN_NATS_URL: url, MULIAN_NATS_USER: user, MULIAN_NATS_PASSWORD: password } = environment;
  if (!url) return undefined;
  const space = environment.MULIAN_NATS_SPACE ?? (database === 'mulian' ? '' : database.replace(/\W/g, '_'));
  return { url, ...(user && { user }), ...(password && { password }), ...(space && { space }) };
}

/** The devices' own NATS; without one no device is heard. */
export function readBroker(
  environment: Record<string, string | undefined>,
  database: string,
): BrokerSettings | undefined {
  const { MULIAN_BROKER_URL: url, MULIAN_BROKER_SECRET: secret } = environment;
  if (!url || !secret) return undefined;
  return {
    url,
    secret,
    host: environment.MULIAN_BROKER_HOST ?? 'localhost',
    mqttPort: Number(environment.MULIAN_BROKER_MQTT_PORT ?? 8883),
    logFile: environment.MULIAN_BROKER_LOG,
    caFile: environment.MULIAN_BROKER_CA,
    space: database === 'mulian' ? '' : database.replace(/\W/g, '_'),
  };
}

/** Where two browsers talk through when they cannot reach each other; without one, calls work inside one network. */
export function readRelay(environment: Record<string, string | undefined>) {
  const { MULIAN_TURN_URLS: urls = '', MULIAN_TURN_SECRET: secret } = environment;
  const known = urls.split(/[\s,]+/).filter((one) => /^(turns?|stun):/.test(one));
  return known.length > 0 && secret ? { urls: known, secret } : undefined;
}

const messageSchema = z.discriminatedUnion('MULIAN_MESSAGES', [
  z.object({ MULIAN_MESSAGES: z.literal('log') }),
  z.object({
    MULIAN_MESSAGES: z.literal('http'),
    MULIAN_MESSAGES_URL: z.url(),
    MULIAN_MESSAGES_SECRET: z.string().min(16),
    /** `sms:alarm.test=T1001,voice:alarm.test=V7`: what the service calls each text. */
    MULIAN_MESSAGES_TEMPLATES: z.string().min(1),
  }),
]);

/** Who sends text messages and makes calls; undefined where nobody does. */
export function readMessages(environment: Record<string, string | undefined>): MessageSettings | undefined {
  if (!environment.MULIAN_MESSAGES) return undefined;
  const given = messageSchema.parse(environment);
  if (given.MULIAN_MESSAGES === 'log') return { driver: 'log' };
  const pairs = given.MULIAN_MESSAGES_TEMPLATES.split(',').map((one) => one.trim().split('='));
  const wrong = pairs.find(([name = '', code]) => !/^(sms|voice):[\w.]+$/.test(name) || !code);
  if (wrong) throw new Error(`MULIAN_MESSAGES_TEMPLATES: ${wrong.join('=')} is no template`);
  return {
    driver: 'http',
    url: given.MULIAN_MESSAGES_URL,
    secret: given.MULIAN_MESSAGES_SECRET,
    templates: Object.fromEntries(pairs),
  };
}

/** Processes of one machine share their settings: jobs tell at the next port, what devices say at the one after it. */
const portsAfter = { all: 0, api: 0, worker: 1, ingest: 2 };

export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const given = schema.parse(environment);
  return {
    production: given.NODE_ENV === 'production',
    host: given.MULIAN_HOST,
    port: given.MULIAN_PORT,
    /** `api` answers, `worker` works on jobs, `ingest` takes what devices say, `all` does all three: enough for one machine. */
    listens: ['all', 'api'].includes(given.MULIAN_ROLE),
    worker: ['all', 'worker'].includes(given.MULIAN_ROLE),
    ingest: ['all', 'ingest'].includes(given.MULIAN_ROLE),
    broker: readBroker({ ...stackEnvironment(), ...environment }, appSettings().database),
    metrics:
      given.MULIAN_METRICS_PORT === undefined
        ? undefined
        : {
            host: given.MULIAN_METRICS_HOST,
            port: given.MULIAN_METRICS_PORT && given.MULIAN_METRICS_PORT + portsAfter[given.MULIAN_ROLE],
          },
    traces: given.MULIAN_TRACES_URL
      ? { url: given.MULIAN_TRACES_URL, service: `mulian-${given.MULIAN_ROLE}` }
      : undefined,
    pool: given.MULIAN_POOL,
    log: given.MULIAN_LOG,
    media: given.MULIAN_MEDIA,
    address: given.MULIAN_ADDRESS?.replace(/\/+$/, '') ?? `http://${given.MULIAN_HOST}:${given.MULIAN_PORT}`,
    rate: given.MULIAN_RATE,
    trustedProxies: given.MULIAN_TRUSTED_PROXIES,
    deliveryNetworks: given.MULIAN_DELIVERY_NETWORKS,
    messages: readMessages(environment),
    mapService: given.MULIAN_MAP_SERVICE,
    demoAccounts: given.NODE_ENV === 'production' ? undefined : join(dataFolder, 'demo-accounts.json'),
    login: appLogin(appSettings()),
    files: readStore({ ...stackEnvironment(), ...environment }),
    bus: readBus({ ...stackEnvironment(), ...environment }, appSettings().database),
    relay: readRelay({ ...stackEnvironment(), ...environment }),
    signingKey: signingKey(),
    root,
    web: join(root, 'dist', 'web'),
  };
}
export type Config = ReturnType<typeof readConfig>;

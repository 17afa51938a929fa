// What can be known of deploy/ without a container engine, systemd or nginx: grammar, fixed versions, that what is named is here, and that limits and secrets agree with the program's.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { endpointsIn } from '#kit/contract/module.ts';
import { modules } from '#modules/index.contract.ts';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly env_file?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Record<string, { condition: string }>;
  readonly volumes?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

const conditions = new Set(['service_started', 'service_healthy', 'service_completed_successfully']);

/** A version that stands still: not absent, not `latest`. */
const isPinned = (image: string) => /:[\w.-]*\d[\w.-]*$/.test(image) && !image.endsWith(':latest');

const programsIn = (text: string) => [...text.matchAll(/"node", "([\w./-]+\.ts)"/g)].map(([, file = '']) => file);

export function faultsOfImage(text: string): string[] {
  const faults = validate(text).map((one) => `line ${one.range.start.line + 1}: ${one.message}`);
  const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name));
  for (const [, image = ''] of text.matchAll(/^FROM (\S+)/gm))
    if (!stages.has(image) && !isPinned(image)) faults.push(`${image} has no fixed version`);
  if (!/^USER (?!root)/m.test(text)) faults.push('runs as root');
  for (const file of programsIn(text)) if (!existsSync(file)) faults.push(`${file} is not there`);
  return faults;
}

export function faultsOfCompose(text: string): string[] {
  const faults: string[] = [];
  const document = parse(text, { merge: true }) as { services?: Record<string, Service>; volumes?: object };
  const services = document.services ?? {};
  if (Object.keys(services).length === 0) faults.push('has no services');
  for (const [name, one] of Object.entries(services)) {
    if (!one.image || !isPinned(one.image)) faults.push(`${name}: ${one.image ?? 'no image'} has no fixed version`);
    for (const [other, { condition }] of Object.entries(one.depends_on ?? {})) {
      if (!(other in services)) faults.push(`${name} waits for ${other}, which is no service`);
      if (!conditions.has(condition)) faults.push(`${name}: ${condition} is no condition`);
    }
    for (const volume of one.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.') && !source.startsWith('/') && !(source in (document.volumes ?? {})))
        faults.push(`${name}: volume ${source} is not declared`);
    }
    for (const fault of faultsOfService(name, one)) faults.push(fault);
    if (one.build && !existsSync(one.build.dockerfile)) faults.push(`${name}: ${one.build.dockerfile} is not there`);
  }
  for (const file of programsIn(text)) if (!existsSync(file)) faults.push(`${file} is not there`);
  return faults;
}

/** NATS without a password answers whoever reaches it; the logins of migrations belong to migrations. */
function faultsOfService(name: string, one: Service): string[] {
  const faults: string[] = [];
  const isProduct = one.build !== undefined;
  if (name === 'nats' && !one.environment?.MULIAN_NATS_PASSWORD) faults.push('nats has no password');
  if (isProduct && !one.environment?.MULIAN_NATS_PASSWORD) faults.push(`${name} has no password for nats`);
  if (isProduct && !one.environment?.MULIAN_TRUSTED_PROXIES) faults.push(`${name} does not say which proxy it trusts`);
  if (isProduct && name !== 'migrate' && [one.env_file].flat().includes('migrate.env'))
    faults.push(`${name} reads the logins of migrations`);
  return faults;
}

const megabyte = 1024 * 1024;
/** What a form needs beside its file. */
const aroundFile = megabyte;

/** Every file the program takes, by path. */
const uploads = (): [path: string, bytes: number][] =>
  modules
    .flatMap(endpointsIn)
    .flatMap((one) => (one.upload ? [[`/api/${one.path}`, one.upload] as [string, number]] : []));

const bytesIn = (block: string): number | null => {
  const size = /client_max_body_size (\d+)m;/.exec(block)?.[1];
  return size === undefined ? null : Number(size) * megabyte;
};

/** nginx lets through what the program takes and no more. */
export function faultsOfNginx(text: string): string[] {
  const faults: string[] = [];
  const locations = new Map(
    [...text.matchAll(/location = (\S+) \{([^}]*)\}/g)].map(([, path = '', block = '']) => [path, bytesIn(block)]),
  );
  const usual = bytesIn(text.replace(/location [^{]*\{[^}]*\}/g, '')) ?? 0;
  const wanted = new Map<number, number>();
  for (const [path, bytes] of uploads()) {
    const limit = locations.get(path) ?? usual;
    wanted.set(limit, Math.max(wanted.get(limit) ?? 0, bytes));
    if (limit < bytes + aroundFile)
      faults.push(`${path} takes ${bytes / megabyte} MB, nginx lets ${limit / megabyte} through`);
  }
  for (const [limit, bytes] of wanted)
    if (limit > bytes + aroundFile)
      faults.push(`nginx lets ${limit / megabyte} MB through where the program takes ${bytes / megabyte}`);
  if (!/limit_req zone=/.test(text)) faults.push('no limit_req');
  if (!/location \/api\/sys\/auth\/ \{[^}]*limit_req zone=/.test(text))
    faults.push('logins have no limit_req of their own');
  if (!/proxy_set_header X-Forwarded-For \$remote_addr;/.test(text)) faults.push('callers can name their own address');
  return faults;
}

const confinement = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'CapabilityBoundingSet=',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged',
];

export function faultsOfUnit(file: string, text: string): string[] {
  const lines = text.split('\n');
  const faults = confinement.filter((one) => !lines.includes(one)).map((one) => `lacks ${one}`);
  if (!/^User=(?!root)\w+$/m.test(text)) faults.push('runs as root');
  if (!file.includes('migrate') && text.includes('migrate.env')) faults.push('reads the logins of migrations');
  return faults;
}

/** What belongs to migrations alone is not in the file that the API and the worker read. */
export function faultsOfSettings(text: string): string[] {
  return ['MULIAN_OWNER_PASSWORD', 'MULIAN_AUDITOR_PASSWORD', 'MULIAN_PG_PASSWORD']
    .filter((name) => new RegExp(`^${name}=`, 'm').test(text))
    .map((name) => `${name} belongs to migrate.env`);
}

const units = readdirSync('deploy/systemd').map((name) => `deploy/systemd/${name}`);

if (import.meta.main) {
  let failed = false;
  for (const [file, faultsOf] of [
    ['deploy/Containerfile', faultsOfImage],
    ['deploy/compose.yaml', faultsOfCompose],
    ['deploy/nginx/mulian.conf', faultsOfNginx],
    ['deploy/mulian.env.example', faultsOfSettings],
    ...units.map((unit) => [unit, (text: string) => faultsOfUnit(unit, text)] as const),
  ] as const) {
    const faults = faultsOf(readFileSync(file, 'utf8'));
    for (const fault of faults) console.error(`${file}: ${fault}`);
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${file}`);
    failed ||= faults.length > 0;
  }
  process.exitCode = failed ? 1 : 0;
}

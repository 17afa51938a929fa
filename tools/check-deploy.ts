// What can be known of the image file and the compose file without a container engine: grammar, fixed versions, that what they name is here.
import { existsSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly env_file?: string;
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
    if (one.build && !existsSync(one.build.dockerfile)) faults.push(`${name}: ${one.build.dockerfile} is not there`);
  }
  for (const file of programsIn(text)) if (!existsSync(file)) faults.push(`${file} is not there`);
  return faults;
}

if (import.meta.main) {
  let failed = false;
  for (const [file, faultsOf] of [
    ['deploy/Containerfile', faultsOfImage],
    ['deploy/compose.yaml', faultsOfCompose],
  ] as const) {
    const faults = faultsOf(readFileSync(file, 'utf8'));
    for (const fault of faults) console.error(`${file}: ${fault}`);
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${file}`);
    failed ||= faults.length > 0;
  }
  process.exitCode = failed ? 1 : 0;
}

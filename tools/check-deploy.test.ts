import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultsOfCompose, faultsOfImage } from './check-deploy.ts';

const image = readFileSync('deploy/Containerfile', 'utf8');
const compose = readFileSync('deploy/compose.yaml', 'utf8');

it('the image file and the compose file have no fault', () => {
  expect(faultsOfImage(image)).toEqual([]);
  expect(faultsOfCompose(compose)).toEqual([]);
});

it('every setting the program cannot do without in production is in the example', () => {
  const settings = readFileSync('db/settings.ts', 'utf8');
  const needed = [...settings.matchAll(/secret\('(\w+)'/g)]
    .map(([, name]) => name)
    .filter((one) => one !== 'MULIAN_PII_KEY');
  expect(needed.length).toBeGreaterThanOrEqual(5);
  const example = readFileSync('deploy/mulian.env.example', 'utf8');
  expect([...needed, 'MULIAN_PII_KEYS'].filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
});

it('control: what is wrong is seen', () => {
  expect(faultsOfImage(image.replace('WORKDIR /opt', 'WORKDIRR /opt')).join()).toMatch(/WORKDIRR/);
  expect(faultsOfImage(image.replace(/:24[\w.-]*/g, ':latest')).join()).toMatch(/no fixed version/);
  expect(faultsOfImage(image.replace('USER mulian', 'USER root'))).toContain('runs as root');
  expect(faultsOfCompose(compose.replace('node", "db/migrate.ts', 'node", "db/gone.ts'))).toEqual([
    'db/gone.ts is not there',
  ]);
  expect(faultsOfCompose(compose.replace('service_healthy', 'service_well')).join()).toMatch(/service_well/);
  expect(faultsOfCompose(compose.replace('["nats:/data"]', '["lost:/data"]')).join()).toMatch(/volume lost/);
});

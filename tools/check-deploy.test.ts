import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultsOfCompose, faultsOfImage, faultsOfNginx, faultsOfSettings, faultsOfUnit } from './check-deploy.ts';

const image = readFileSync('deploy/Containerfile', 'utf8');
const compose = readFileSync('deploy/compose.yaml', 'utf8');

it('the image file and the compose file have no fault', () => {
  expect(faultsOfImage(image)).toEqual([]);
  expect(faultsOfCompose(compose)).toEqual([]);
});

const nginx = readFileSync('deploy/nginx/mulian.conf', 'utf8');
const unit = readFileSync('deploy/systemd/mulian-api.service', 'utf8');
const settings = readFileSync('deploy/mulian.env.example', 'utf8');

it('nginx, units and settings agree with the program', () => {
  expect(faultsOfNginx(nginx)).toEqual([]);
  expect(faultsOfSettings(settings)).toEqual([]);
  for (const name of ['api', 'worker', 'migrate'])
    expect(faultsOfUnit(name, readFileSync(`deploy/systemd/mulian-${name}.service`, 'utf8')), name).toEqual([]);
});

it('every setting the program cannot do without in production is in an example', () => {
  const needed = [...readFileSync('db/settings.ts', 'utf8').matchAll(/(?:secret|key)\('(\w+)'/g)]
    .map(([, name]) => name)
    .filter((one) => one !== 'MULIAN_PII_KEY');
  expect(needed.length).toBeGreaterThanOrEqual(5);
  const examples = settings + readFileSync('deploy/migrate.env.example', 'utf8');
  expect([...needed, 'MULIAN_PII_KEYS'].filter((name) => !new RegExp(`^${name}=`, 'm').test(examples))).toEqual([]);
});

it('control: what is wrong is seen', () => {
  expect(faultsOfImage(image.replace('WORKDIR /opt', 'WORKDIRR /opt')).join()).toMatch(/WORKDIRR/);
  expect(faultsOfImage(image.replace(/:24[\w.-]*/g, ':latest')).join()).toMatch(/no fixed version/);
  expect(faultsOfImage(image.replace('USER mulian', 'USER root'))).toContain('runs as root');
  expect(faultsOfCompose(compose.replace('node", "db/migrate.ts', 'node", "db/gone.ts'))).toEqual([
    'db/gone.ts is not there',
  ]);
  expect(faultsOfCompose(compose.replace('service_healthy', 'service_well')).join()).toMatch(/service_well/);
  expect(faultsOfCompose(compose.replace('["nats:/data",', '["lost:/data",')).join()).toMatch(/volume lost/);
  expect(faultsOfCompose(compose.replace(/ +MULIAN_NATS_PASSWORD:.*\n/g, '')).join()).toMatch(/nats has no password/);
  expect(faultsOfCompose(compose.replace(/ +MULIAN_TRUSTED_PROXIES:.*\n/, '')).join()).toMatch(/which proxy/);
  expect(faultsOfNginx(nginx.replace('501m', '64m')).join()).toMatch(/takes 500 MB/);
  expect(faultsOfNginx(nginx.replace('21m', '500m')).join()).toMatch(/lets 500 MB through/);
  expect(faultsOfNginx(nginx.replaceAll('limit_req zone', 'limit_nothing zone')).join()).toMatch(/no limit_req/);
  expect(faultsOfUnit('api', unit.replace('SystemCallFilter=@system-service\n', '')).join()).toMatch(/system-service/);
  expect(faultsOfUnit('api', unit.replace('mulian.env', 'migrate.env')).join()).toMatch(/migrations/);
  expect(faultsOfSettings(`${settings}\nMULIAN_OWNER_PASSWORD=\n`)).toHaveLength(1);
});

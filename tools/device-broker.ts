// Writes the configuration of the devices' broker: `node tools/device-broker.ts <folder>`, its settings from the environment.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountToken, derivedKey, operatorToken } from '#kit/server/broker/keys.ts';

const [folder = ''] = process.argv.slice(2);
const { MULIAN_BROKER_SECRET: secret = '', MULIAN_BROKER_PORT: port, MULIAN_BROKER_MQTT_PORT: mqtt } = process.env;
const host = process.env.MULIAN_BROKER_LISTEN ?? '127.0.0.1';
const [cert, key] = [process.env.MULIAN_BROKER_CERT, process.env.MULIAN_BROKER_CERT_KEY];
if (secret.length < 32) throw new Error('MULIAN_BROKER_SECRET has fewer than 32 characters');
if (!folder || !port || !mqtt || !cert || !key) throw new Error('a folder, two ports and a certificate are needed');

const operator = derivedKey('operator', secret, 'mulian');
const system = derivedKey('account', secret, 'system');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'broker.conf'),
  `server_name: mulian-devices
listen: 127.0.0.1:${port}
operator: ${operatorToken(operator, system)}
system_account: ${system.publicKey}
resolver: { type: full, dir: "${join(folder, 'accounts')}", allow_delete: false, interval: "10m" }
resolver_preload: { ${system.publicKey}: ${accountToken(operator, system, 'system')} }
jetstream { store_dir: "${join(folder, 'js')}", max_mem: 256M, max_file: 40G }
max_payload: 131072
mqtt {
  listen: ${host}:${mqtt}
  tls { cert_file: "${cert}", key_file: "${key}" }
  ack_wait: "30s", max_ack_pending: 1024
}
`,
  { mode: 0o600 },
);

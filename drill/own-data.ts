// Imported before everything else: drills end servers without a word, so their stack is never the one people work on.
import { join } from 'node:path';

const home = process.env.MULIAN_DATA ?? join(import.meta.dirname, '..', '.data');
for (const name of Object.keys(process.env))
  if (/^MULIAN_(PG|NATS|MQTT|S3|DB|FILES)/.test(name)) delete process.env[name];
process.env.MULIAN_DATA = join(home, 'drill');

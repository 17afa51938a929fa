import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** Whose map is drawn where a tenant has a key of theirs; our own map needs nobody. */
const maps = ['https://*.amap.com', 'https://*.autonavi.com'];

const options = {
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      // The last is for the decoder of camera pictures, where a browser has none: it allows WebAssembly and no text to be run as code.
      scriptSrc: ["'self'", 'https://webapi.amap.com', 'https://restapi.amap.com', "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...maps],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...maps],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
} as const;

/** What every answer says to browsers. It is the same for all, so helmet is asked once and not at every request. */
export async function addSafetyHeaders(app: FastifyInstance): Promise<void> {
  const asked = Fastify();
  await asked.register(helmet, options as never);
  asked.get('/', () => null);
  const { headers } = await asked.inject('/');
  await asked.close();
  const own = ['content-length', 'content-type', 'date', 'connection'];
  const fixed = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]])),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
}

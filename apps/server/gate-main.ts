import { readAppCells } from '#db/cells-file.ts';
import { appLogin, root } from '#db/settings.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { Gate } from './gate.ts';

const cells = readAppCells().map(({ api, settings }) => ({ cell: settings.cell, api, login: appLogin(settings) }));
const gate = new Gate(cells, new Texts(root));
await gate.start();
const host = process.env.MULIAN_HOST ?? '127.0.0.1';
gate.server.listen(Number(process.env.MULIAN_PORT ?? 7300), host, () => {
  const { port } = gate.server.address() as { port: number };
  console.log(`\n  Mulian is ready: http://${host}:${port}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void gate.close().then(() => process.exit(0)));

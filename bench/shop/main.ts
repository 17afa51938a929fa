// The shop among 300,000 units that may buy: its first page, a search, its categories, one product and a cart, as a farm asks for them.
import { parseArgs } from 'node:util';
import { databaseSettings } from '#db/settings.ts';
import { product, startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { openBenchWorld, tokenOf } from '../world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rows: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '8' },
    /** Fails when a page is slower than its budget. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [rows, seconds, clients] = [values.rows, values.seconds, values.clients].map(Number) as [number, number, number];
const mostMs = 300;

const settings = databaseSettings('mulian_bench');
const db = await openBenchWorld(settings, rows, false, (line) => console.error(line));
const server = await startServer(settings.database, null);
const token = await tokenOf(db, 'farm1');
const at = { db, server, token, seconds, clients };
const first = '/api/selectionLib/shop/list?pageSize=20';
const response = await fetch(`http://127.0.0.1:${server.port}${first}`, { headers: { authorization: token } });
const shelf = (await response.json()) as { total: number; data: { productId: number }[] };
const pages: Readonly<Record<string, string | readonly string[]>> = {
  'shop, first page': first,
  'shop, subsidised and in stock': '/api/selectionLib/shop/list?pageSize=20&subsidised=true&inStock=true',
  'shop, search': `/api/selectionLib/shop/list?pageSize=20&keyword=${encodeURIComponent('料')}`,
  'shop, categories': '/api/selectionLib/shop/categories',
  'one product': shelf.data.map((one) => `/api/selectionLib/shop/${one.productId}`),
  cart: '/api/selectionLib/cart/list',
};
const told = [];
for (const [page, path] of Object.entries(pages)) {
  await product({ ...at, seconds: 1, path });
  const figure = await product({ ...at, path });
  told.push({
    page,
    'requests/s': Math.round(figure.perSecond),
    'p50 ms': Math.round(figure.p50 ?? 0),
    'p95 ms': Math.round(figure.p95 ?? 0),
    kept: (figure.p95 ?? 0) <= mostMs,
  });
}
await server.stop();
await db.end();
console.table(told);
console.log(
  `${shelf.total} products that farm1 finds, ${rows} units that may buy, ${clients} clients, budget ${mostMs} ms at p95`,
);
if (values.write) writeSection('shop', 'npm run bench -- shop', [told]);
if (values.gate && told.some((one) => !one.kept)) process.exit(1);

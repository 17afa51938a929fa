// `npm run bench -- all` runs every part and writes docs/performance.md; `npm run bench` alone measures one record and one list of principals; `npm run bench -- registry` the animals at size, `-- prevention` a season, `-- visits` its sheets, `-- screens` its big screens, `-- export` workbooks, `-- lists` how every list is read, `-- shop` the shop's pages, `-- seals` the seal of a day and its proofs, `-- farm` the boards of farms, `-- devices` devices and their messages, `-- web` the pages in a browser.
const parts: Record<string, string> = {
  all: './all.ts',
  product: './product.ts',
  registry: './registry/main.ts',
  prevention: './prevention/main.ts',
  visits: './visits/main.ts',
  screens: './screens/main.ts',
  export: './export/main.ts',
  lists: './lists/main.ts',
  shop: './shop/main.ts',
  seals: './seals/main.ts',
  farm: './farm/main.ts',
  devices: './devices/main.ts',
  web: './web/main.ts',
};
await import(parts[process.argv[2] ?? ''] ?? './product.ts');

// `npm run bench` measures one record and one list of principals; `npm run bench -- registry` the animals at size, `-- prevention` a season.
const parts: Record<string, string> = { registry: './registry/main.ts', prevention: './prevention/main.ts' };
await import(parts[process.argv[2] ?? ''] ?? './product.ts');

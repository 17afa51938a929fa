// `npm run bench` measures one record and one list of principals; `npm run bench -- registry` the animals at size.
await import(process.argv[2] === 'registry' ? './registry/main.ts' : './product.ts');

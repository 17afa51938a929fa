import { readStore } from '#apps/server/config.ts';
import { archiveLogs } from '#db/archive-logs.ts';
import { databaseSettings } from '#db/settings.ts';
import { openStore } from '#kit/server/files/open-store.ts';

/** For the clock of the machine: once a month, with the owner's login. */
console.table(await archiveLogs(databaseSettings(), await openStore(readStore(process.env))));

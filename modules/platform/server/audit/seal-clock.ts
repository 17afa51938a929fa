import { cutSeals } from '#kit/server/audit/seal.ts';
import { writeSealFiles } from '#kit/server/audit/seal-file.ts';
import type { Database } from '#kit/server/db/database.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';

const filesEvery = 60_000;
let filesAt = 0;
onForget(() => {
  filesAt = 0;
});

/** A seal a minute where there are rows, and the files of days that are over. */
export async function sealClock(database: Database): Promise<void> {
  await cutSeals(database);
  if (!hasPassed(filesAt, filesEvery)) return;
  filesAt = Date.now();
  await writeSealFiles(database);
}

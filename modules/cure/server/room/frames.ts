import { systemScope } from '#kit/server/db/scope.ts';
import { type FrameOrigins, originsIn } from '#kit/server/http/framed.ts';
import { configOf } from '#modules/registry/server/index.ts';

/** Who may show the embedded pages: the sites the unit named in the address allows, by its own word or of one above it. */
export const roomFrames: FrameOrigins = async (database, { t = '', unit = '' }) => {
  if (!/^\d{1,9}$/.test(t) || !/^\d{1,15}$/.test(unit)) return [];
  return database.transaction(systemScope(Number(t), 'frames'), async (tx) =>
    originsIn(await configOf(tx, Number(unit), 'iframe_allowed_origins')),
  );
};

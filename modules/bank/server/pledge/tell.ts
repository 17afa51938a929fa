import type { Tx } from '#kit/server/db/database.ts';
import { notify } from '#modules/platform/server/index.ts';
import type { PledgeRow } from './pledge.row.ts';

const clientRoles = ['farm_admin', 'coop_manager', 'household_head', 'principal_admin'];
const bankRoles = ['bank_manager', 'bank_reviewer', 'bank_head', 'bank_monitor'];
type About = Pick<PledgeRow, 'id' | 'docNo' | 'bankId' | 'principalId'>;
type Args = Readonly<Record<string, string | number>>;

const told = (key: string, about: About, args: Args) => ({
  type: 'reminder' as const,
  title: { key: `bank.told.${key}`, args: { docNo: about.docNo, ...args } },
  content: { key: `bank.told.${key}Text`, args: { docNo: about.docNo, ...args } },
  linkPath: `/bank/pledge/detail?id=${about.id}`,
});
/** The people of one side of a pledge; about one animal with its number. */
export const tell = (
  tx: Tx,
  side: 'client' | 'bank',
  key: string,
  about: About,
  args: Args = {},
  animalNumber: string | null = null,
): Promise<number | null> =>
  notify(tx, {
    ...told(key, about, args),
    animalNumber,
    audience: {
      principalIds: [side === 'client' ? about.principalId : about.bankId],
      roleCodes: side === 'client' ? clientRoles : bankRoles,
    },
  });
/** One person, such as whoever declared it. */
export const tellOne = (tx: Tx, userId: number | null, key: string, about: About, args: Args = {}) =>
  userId === null ? null : notify(tx, { ...told(key, about, args), userIds: [userId] });

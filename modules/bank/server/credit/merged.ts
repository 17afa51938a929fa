import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { notify } from '#modules/platform/server/index.ts';
import { onPrincipalMerged } from '#modules/registry/server/index.ts';
import { mergeClients } from '../client/bank-client.write.ts';
import { followCases } from '../disposal/disposal-case.ts';
import { followPayments } from '../money/credit-payment.write.ts';
import { followStatements } from '../money/credit-statement.write.ts';
import { followNotices } from '../product/margin-notice.paper.ts';
import { followClaims } from '../watch/pledge-claim.ts';
import { reassignCreditLines } from './credit-line.system.ts';
import { followLoans } from './loan.rows.ts';

/** Two units became one: who borrowed is the survivor now, with everything that hangs on a line that runs. Whoever manages the client is told. */
export const registerCreditMerge = (): void =>
  onPrincipalMerged.register('bank.credit', (tx: Tx, { loserId, survivorId }) =>
    inTenant(tx, tx.scope.tenantNo, 'bank.merge', async (sys) => {
      const clients = await mergeClients(sys, loserId, survivorId);
      await reassignCreditLines(sys, loserId, survivorId);
      await followLoans(sys, loserId, survivorId);
      await followPayments(sys, loserId, survivorId);
      await followStatements(sys, loserId, survivorId);
      await followNotices(sys, loserId, survivorId);
      await followCases(sys, loserId, survivorId);
      await followClaims(sys, loserId, survivorId);
      for (const { id, name, into, managerUserId } of clients)
        await notify(sys, {
          userIds: [managerUserId],
          type: 'notice',
          title: { key: 'bank.told.clientMerged', args: { name, into } },
          content: { key: 'bank.told.clientMergedText', args: { name, into } },
          linkPath: `/bank/clients/detail?id=${id}`,
        });
    }),
  );

import { changeCalls } from './change-calls.ts';
import { pledgeCalls } from './pledge-calls.ts';
import { changeSteps, pledgeChange } from './pledge-change.ts';
import { pledge } from './pledge-file.ts';
import { pledgeItem, pledgeObjection } from './pledge-item.ts';

export { changeSteps, pledge, pledgeChange, pledgeItem, pledgeObjection };

export const pledges = {
  resources: [pledge, pledgeItem, pledgeObjection, pledgeChange],
  endpoints: [...pledgeCalls, ...changeCalls],
  reports: [],
};

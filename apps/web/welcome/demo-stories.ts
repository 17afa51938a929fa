/** The head of cattle that every module tells of, from the straw to the shop. */
const chain = '215052100009018';
const mother = '215052100000901';

/**
 * What the demo's login page offers to be shown: an account of the group, and the pages that tell the story. Words are
 * `welcome.story.<key>`. Without an account it is a page for everybody.
 */
export const demoStories = {
  county: {
    username: 'ant_cty1',
    steps: ['/ant/preventionMange/coverage', '/ant/preventionMange/alert', '/ant/preventionMange/logs'],
  },
  worker: {
    username: 'kzzq_worker1',
    steps: ['/ant/preventionMange/household', '/ant/preventionMange/logs', '/sign/wear'],
  },
  breeder: {
    username: 'breed1',
    steps: [`/ant/breed/breeding?earTag=${mother}`, `/ant/breed/calving?earTag=${mother}`, '/ant/breed/dueBoard'],
  },
  household: { username: 'house1', steps: ['/pri/animal/info', '/pri/animal/change?tab=all'] },
  farm: { username: 'farm1', steps: ['/anm/farm/board', '/anm/animal/slaughter', '/anm/report/cost'] },
  plant: { username: 'plant1', steps: ['/anm/animal/slaughter', '/sign/packRecovery'] },
  insurer: {
    username: 'ins1',
    steps: [
      `/insuranceMgt/insuredAnimals?earTag=${chain}`,
      '/insuranceMgt/claimRecord',
      '/insuranceMgt/policyExpiryWarning',
    ],
  },
  bank: { username: 'bank1', steps: [`/bank/animals?earTag=${chain}`, '/bank/credit/value', '/bank/alarms'] },
  vet: { username: 'vet1', steps: ['/cure/treatment/list', '/cure/withdrawal'] },
  society: { username: 'soc1', steps: ['/cure/society/membership', '/cure/society/fee'] },
  supplier: { username: 'sup1', steps: ['/suppliers/order/info', '/suppliers/afterSale'] },
  operator: { username: 'op_admin', steps: ['/tenant/tenantInfo', '/tenant/tenantPackage'] },
  consumer: { username: null, steps: [`/t?tag=${chain}`] },
} as const satisfies Record<string, { readonly username: string | null; readonly steps: readonly string[] }>;

export type StoryKey = keyof typeof demoStories;

const key = 'demo-story';

/** What was chosen at the door is begun inside. */
export const chooseStory = (story: StoryKey): void => sessionStorage.setItem(key, story);

/** Once: whoever comes back finds no story again. */
export function takeStory(): StoryKey | null {
  const chosen = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return chosen !== null && chosen in demoStories ? (chosen as StoryKey) : null;
}

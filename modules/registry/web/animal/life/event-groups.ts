/** What belongs together in a life, in the order people ask for it. */
export const eventGroups = {
  identity: ['tagWorn', 'tagReplaced', 'registered', 'born', 'merged'],
  immunity: ['immunised', 'immuneReaction', 'sampled', 'tested'],
  breeding: ['inseminated', 'pregnancyChecked', 'calved', 'weaned', 'aborted'],
  health: ['treated', 'weighed', 'died', 'disposed'],
  movement: ['moved', 'sold', 'quarantineIssued', 'slaughtered', 'culled', 'wentMissing', 'recovered'],
  money: ['insured', 'claimed', 'pledged', 'released'],
  device: ['deviceBound', 'deviceUnbound'],
} as const satisfies Record<string, readonly string[]>;
export type EventGroup = keyof typeof eventGroups;

const colors: Record<EventGroup, string> = {
  identity: 'blue',
  immunity: 'green',
  breeding: 'magenta',
  health: 'orange',
  movement: 'cyan',
  money: 'gold',
  device: 'purple',
};
const gone = ['died', 'wentMissing', 'slaughtered', 'culled', 'disposed'];

export const groupOf = (kind: string): EventGroup =>
  (Object.keys(eventGroups) as EventGroup[]).find((name) => (eventGroups[name] as readonly string[]).includes(kind)) ??
  'identity';
export const colorOf = (kind: string): string => (gone.includes(kind) ? 'red' : colors[groupOf(kind)]);

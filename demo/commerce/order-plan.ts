import type { Random } from '../random.ts';
import { dayBefore } from './bulk.ts';
import type { Offer } from './products.ts';

export interface Scale {
  readonly today: string;
  readonly random: Random;
  readonly n: number;
}
export interface Buyer {
  readonly id: number;
  readonly region: number;
  readonly name: string;
  readonly type: string;
  readonly user: number | null;
}
export interface Plan {
  readonly status: string;
  readonly days: number;
  readonly buyer: Buyer;
  readonly offers: readonly Offer[];
  readonly qty: number;
  readonly payMode: string;
  /** A story of its own. */
  readonly story?: 'late' | 'partly' | 'short' | 'escalated' | 'cold' | 'approval' | 'drug';
}

const past = [...Array.from({ length: 21 }, () => 'completed'), 'cancelled', 'cancelled', 'closed'];
const open = ['pendingAccept', 'pendingPay', 'pendingShip', 'shipping', 'pendingReceive', 'received', 'cancelAsked'];
/** How old an order in a state may be: what is older the clocks have taken on, what is younger did not come so far yet. */
const ages: Readonly<Record<string, readonly [number, number]>> = {
  pendingAccept: [1, 4],
  pendingPay: [1, 6],
  pendingShip: [1, 3],
  shipping: [3, 9],
  pendingReceive: [3, 12],
  received: [6, 9],
  cancelAsked: [1, 5],
};
/** A year of orders, with a peak before winter and in March; every state is there today. */
export function plan(
  buyers: readonly Buyer[],
  offers: readonly Offer[],
  { today, random, n }: Scale,
  { farm, drug }: { farm: Buyer; drug: Offer | undefined },
): Plan[] {
  const live = offers.filter((one) => one.status === 'onShelf' && !one.goods.code.startsWith('VAC'));
  const bySupplier = Map.groupBy(live, (one) => one.goods.supplierId);
  const suppliers = [...bySupplier.keys()];
  const some = (): Offer[] => {
    const own = bySupplier.get(random.pick(suppliers)) ?? [];
    const first = random.pick(own);
    const second = random.pick(own);
    return second.productId !== first.productId && random.chance(0.4) ? [first, second] : [first];
  };
  const fixed = (given: Omit<Plan, 'buyer' | 'qty' | 'payMode'> & Partial<Plan>): Plan => ({
    buyer: farm,
    qty: 20,
    payMode: 'onReceipt',
    ...given,
  });
  const feed = live.find((one) => one.goods.code.startsWith('FED') && one.subsidyPerUnit > 0) ?? (live[0] as Offer);
  const cold = live.find((one) => one.goods.code.startsWith('SEM')) ?? (live[0] as Offer);
  const stories: Plan[] = [
    fixed({ status: 'pendingApproval', days: 1, offers: [feed], qty: 120, story: 'approval' }),
    fixed({ status: 'pendingShip', days: 9, offers: [feed], story: 'late' }),
    fixed({ status: 'pendingShip', days: 8, offers: some(), story: 'late' }),
    fixed({ status: 'shipping', days: 5, offers: [feed], qty: 40, story: 'partly' }),
    fixed({ status: 'received', days: 6, offers: [feed], story: 'short' }),
    fixed({ status: 'received', days: 10, offers: some(), story: 'escalated' }),
    fixed({ status: 'pendingReceive', days: 12, offers: [cold], story: 'cold' }),
    ...(drug ? [fixed({ status: 'received', days: 4, offers: [drug], qty: 2, story: 'drug' })] : []),
    ...open.map((status) =>
      fixed({
        status,
        days: ages[status]?.[0] ?? 1,
        offers: some(),
        payMode: status === 'pendingPay' ? 'prepaid' : 'onReceipt',
      }),
    ),
  ];
  // By the month of the year: disinfectants in March, feed before the winter.
  const months = [1, 1, 3, 1, 1, 1, 1, 1, 2, 5, 5, 2];
  const peakOf = (days: number) => months[Number(dayBefore(today, days).slice(5, 7)) - 1] ?? 1;
  const rest = Array.from({ length: n - stories.length }, (_, at): Plan => {
    const isNew = at % 14 === 0;
    const status = isNew ? random.pick(open) : random.pick(past);
    const [least, most] = isNew ? (ages[status] ?? [1, 9]) : [25, 360];
    const days = random.int(least, most);
    return {
      status,
      days,
      buyer: at % 12 === 5 ? farm : random.pick(buyers),
      offers: some(),
      // Two at least, so that half of it can be on its way.
      qty: 1 + random.int(1, 12) * peakOf(days),
      payMode: status === 'pendingPay' ? 'prepaid' : random.pick(['onReceipt', 'onReceipt', 'monthly', 'prepaid']),
    };
  });
  // The subsidies run out in the order in which they were asked for.
  return [...stories, ...rest].sort((a, b) => b.days - a.days);
}

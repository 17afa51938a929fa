/** What a step points at; nothing of it is there in every layout, and then the step stands in the middle. */
const places = {
  tab: '[role="tablist"] [role="tab"][aria-selected="true"]',
  menu: 'aside nav',
  systems: '[data-tour="systems"]',
  search: 'header [role="search"]',
  bell: '[data-tour="bell"]',
  user: '[data-tour="user"]',
  theme: '[data-tour="theme"]',
} as const;

export interface TourStep {
  readonly at: keyof typeof places;
  /** Opened first, where the user may. */
  readonly path?: string;
}

const page = (path: string): TourStep => ({ at: 'tab', path });
const bell: TourStep = { at: 'bell' };

/** Five steps each; their texts are `welcome.tour.<kind>.s1` to `s5`. */
export const tours = {
  worker: [
    page('/ant/home/index'),
    page('/ant/preventionMange/household'),
    page('/ant/preventionMange/immuneVisit'),
    page('/pri/medicineBox'),
    bell,
  ],
  station: [
    page('/ant/home/index'),
    page('/ant/preventionMange/logs'),
    page('/ant/preventionMange/routineLogs'),
    page('/pri/depot/home'),
    bell,
  ],
  county: [
    page('/ant/home/index'),
    page('/ant/preventionMange/coverage'),
    page('/ant/preventionMange/stressRelatedDeaths'),
    page('/ant/investigation/action'),
    bell,
  ],
  lab: [
    page('/ant/home/index'),
    page('/ant/collection/sampledLog'),
    page('/ant/collection/sampleList'),
    page('/ant/collection/sampleResult'),
    page('/ant/collection/antibodyStat'),
  ],
  holder: [{ at: 'tab' }, page('/pri/animal/info'), page('/pri/animal/change'), bell, { at: 'user' }],
  admin: [{ at: 'systems' }, page('/system/user'), page('/system/role'), { at: 'menu' }, { at: 'theme' }],
  general: [{ at: 'menu' }, { at: 'search' }, { at: 'tab' }, bell, { at: 'user' }],
} as const satisfies Record<string, readonly TourStep[]>;

export type TourKind = keyof typeof tours;

const kinds: readonly (readonly [TourKind, readonly string[]])[] = [
  ['worker', ['ant_worker']],
  ['station', ['ant_township']],
  ['county', ['ant_county', 'ant_prefecture', 'leader']],
  ['lab', ['ant_lab']],
  ['holder', ['household_head', 'farm_admin', 'coop_manager']],
  ['admin', ['tenant_admin', 'platform_admin', 'security_admin', 'audit_admin']],
];

export const tourFor = (roles: ReadonlySet<string>): TourKind =>
  kinds.find(([, codes]) => codes.some((code) => roles.has(code)))?.[0] ?? 'general';

/** An element of no size is as good as none. */
export function placeOfStep({ at }: TourStep): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(places[at]);
  return found && found.getBoundingClientRect().width > 0 ? found : null;
}

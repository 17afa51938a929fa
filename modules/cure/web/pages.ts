import { type PageLoader, resource } from '#kit/web/page.ts';

const people = () => import('#modules/cure/contract/people/expert.ts').then((m) => m.expert);

export const pages: Record<string, PageLoader> = {
  '/cure/expert/duty': resource(() => import('#modules/cure/contract/people/duty-slot.ts').then((m) => m.dutySlot)),
  '/cure/expert/medicine': resource(() =>
    import('#modules/cure/contract/medicine/medicine.ts').then((m) => m.drugReference),
  ),
  '/cure/followUp': resource(() => import('#modules/cure/contract/consult/consult.ts').then((m) => m.followUp)),
  '/cure/tag': resource(() => import('#modules/cure/contract/medicine/cure-tag.ts').then((m) => m.cureTag)),
  '/cure/sys/expert': resource(people),
  '/cure/sys/practitioner': resource(() =>
    import('#modules/cure/contract/people/practitioner.ts').then((m) => m.practitioner),
  ),
  '/cure/sys/medicine': resource(() => import('#modules/cure/contract/medicine/medicine.ts').then((m) => m.medicine)),
  '/cure/factory': resource(() =>
    import('#modules/cure/contract/medicine/medicine-factory.ts').then((m) => m.medicineFactory),
  ),
};

import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerSlot } from '#kit/web/slots.ts';

registerSlot<{ id: number }>('registry.animal', {
  key: 'cure',
  label: 'cure.animalCare.title',
  order: 30,
  permission: 'cure:treatment:list',
  load: () => import('./treatment/animal-care.tsx'),
});

const people = () => import('#modules/cure/contract/people/expert.ts').then((m) => m.expert);

export const pages: Record<string, PageLoader> = {
  '/cure/home': () => import('./home/home.page.tsx'),
  '/cure/stat': report(() => import('#modules/cure/contract/home/care-stat.ts').then((m) => m.careStat)),
  '/cure/consult/list': () => import('./consult/consult-list.page.tsx'),
  '/cure/consult/ask': () => import('./consult/ask.page.tsx'),
  '/cure/consult/detail': () => import('./consult/case.page.tsx'),
  '/cure/consult/dispatch': () => import('./consult/dispatch.page.tsx'),
  '/cure/expert/myInvitation': () => import('./consult/invitation.page.tsx'),
  '/cure/expert/duty': resource(() => import('#modules/cure/contract/people/duty-slot.ts').then((m) => m.dutySlot)),
  '/cure/expert/medicine': resource(() =>
    import('#modules/cure/contract/medicine/medicine.ts').then((m) => m.drugReference),
  ),
  '/cure/followUp': resource(() => import('#modules/cure/contract/consult/consult.ts').then((m) => m.followUp)),
  '/cure/suspect': () => import('./suspect/suspect.page.tsx'),
  '/cure/prescription/list': () => import('./prescription/prescription-list.page.tsx'),
  '/cure/prescription/detail': () => import('./prescription/detail.page.tsx'),
  '/cure/prescription/issue': () => import('./prescription/issue.page.tsx'),
  '/cure/treatment/list': () => import('./treatment/treatment-list.page.tsx'),
  '/cure/treatment/add': () => import('./treatment/treatment-add.page.tsx'),
  '/cure/treatment/today': () => import('./treatment/today.page.tsx'),
  '/cure/withdrawal': () => import('./withdrawal/withdrawal.page.tsx'),
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

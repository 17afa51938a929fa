import { type PageLoader, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './finders.ts';

registerFinders();
registerRecordPages({
  'traceability.quarantineCertificate': (id) =>
    `/traceability/livestockRegistration/quarantineManagement?tab=certificates&open=detail:${id}`,
  'traceability.disposalRecord': (id) => `/traceability/livestockRegistration/harmlessDisposal?open=detail:${id}`,
});

registerSlot<{ id: number }>('registry.animal', {
  key: 'trace',
  label: 'traceability.tracePage.tab',
  order: 50,
  permission: 'trace:animal:detail',
  load: () => import('./oversight/trace-file.tsx'),
});
registerSlot<{ tagNo: string; c: string; isFramed: boolean }>('registry.publicAnimal', {
  key: 'trace',
  label: 'traceability.publicTrace.title',
  order: 20,
  permission: null,
  load: () => import('./public/proof-view.tsx'),
});
registerSlot<{ c: string; isFramed: boolean }>('registry.publicCode', {
  key: 'trace',
  label: 'traceability.publicTrace.label',
  order: 10,
  permission: null,
  load: () => import('./public/code-view.tsx'),
});

registerSlot('registry.animalList', {
  key: 'report',
  label: 'traceability.registrationPage.report',
  order: 10,
  permission: 'trace:registration:add',
  load: () => import('./registration/report-button.tsx'),
});

const oversight = () => import('#modules/traceability/contract/oversight/oversight.ts');

export const pages: Record<string, PageLoader> = {
  '/traceability/livestockRegistration/farmerRegisterAnimals': () => import('./registration/registration.page.tsx'),
  '/traceability/livestockRegistration/farmerRegisterAnimals/edit': () =>
    import('./registration/registration-edit.page.tsx'),
  '/traceability/livestockRegistration/quarantineManagement': () => import('./quarantine/quarantine.page.tsx'),
  '/traceability/livestockRegistration/quarantineManagement/declare': () => import('./quarantine/declare.page.tsx'),
  '/traceability/livestockRegistration/quarantineManagement/detail': () => import('./quarantine/detail.page.tsx'),
  '/traceability/livestockRegistration/movement': () => import('./movement/movement.page.tsx'),
  '/traceability/livestockRegistration/movementBan': () => import('./movement/ban.page.tsx'),
  '/traceability/livestockRegistration/harmlessDisposal': resource(() =>
    import('#modules/traceability/contract/disposal/disposal-record.ts').then((m) => m.disposalRecord),
  ),
  '/traceability/subjectRegistration/breedingSubject': () => import('./subject/breeding-subject.page.tsx'),
  '/traceability/subjectRegistration/businessEntity': () => import('./subject/business-entity.page.tsx'),
  '/traceability/subjectRegistration/integratedIndustries': resource(() =>
    import('#modules/traceability/contract/subject/trace-subject.ts').then((m) => m.integratedSubject),
  ),
  '/traceability/subjectRegistration/subjectDetail': () => import('./subject/subject-detail.page.tsx'),
  '/traceability/livestockRegistration/thirdPartyAnimals': resource(() =>
    import('#modules/traceability/contract/third/third-party-batch.ts').then((m) => m.thirdPartyBatch),
  ),
  '/traceability/traceabilityIdentification/liveTraceability': () => import('./oversight/live.page.tsx'),
  '/traceability/traceabilityIdentification/traceDetail': () => import('./oversight/trace-detail.page.tsx'),
  '/traceability/traceabilityManagement/board': () => import('./inquiry/board.page.tsx'),
  '/traceability/traceabilityManagement/coding': () => import('./coding/coding.page.tsx'),
  '/traceability/traceabilityManagement/inquiry': () => import('./inquiry/inquiry.page.tsx'),
  '/traceability/traceabilityManagement/process': () => import('./lot/process.page.tsx'),
  '/traceability/traceabilityManagement/lotDetail': () => import('./lot/lot-detail.page.tsx'),
  '/traceability/traceabilityManagement/equipment': resource(() => oversight().then((m) => m.traceEquipment)),
  '/traceability/traceabilityManagement/chainVerify': () => import('./oversight/chain-verify.page.tsx'),
  '/traceability/traceabilityManagement/inspection': resource(() => oversight().then((m) => m.traceInspection)),
  '/traceability/traceabilityManagement/feedback': resource(() => oversight().then((m) => m.traceFeedback)),
};

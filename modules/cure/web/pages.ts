import { type PageLoader, report, resource } from '#kit/web/page.ts';
import { registerRecordPages } from '#kit/web/record-pages.ts';
import { registerSlot } from '#kit/web/slots.ts';
import { registerFinders } from './finders.ts';

registerFinders();
registerRecordPages({
  'cure.treatment': (id) => `/cure/treatment/list?open=detail:${id}`,
});

registerSlot<{ id: number }>('registry.animal', {
  key: 'cure',
  label: 'cure.animalCare.title',
  order: 30,
  permission: 'cure:treatment:list',
  load: () => import('./treatment/animal-care.tsx'),
});

registerSlot<object>('shell.dock', {
  key: 'call',
  label: 'cure.room.title',
  order: 10,
  permission: 'cure:room:join',
  load: () => import('./room/call-dock.tsx'),
});

const people = () => import('#modules/cure/contract/people/expert.ts').then((m) => m.expert);

// Society, knowledge, entrusted care and templates.
const society = () => import('#modules/cure/contract/society/society.ts');
const member = () => import('#modules/cure/contract/society/member.ts');
const expert = () => import('#modules/cure/contract/society/expert-application.ts');
const notice = () => import('#modules/cure/contract/knowledge/notice.ts');
const host = () => import('#modules/cure/contract/entrust/host.ts');
const bill = () => import('#modules/cure/contract/entrust/bill.ts');
const template = () => import('#modules/cure/contract/template/templates.ts');

export const pages: Record<string, PageLoader> = {
  '/cure/home': () => import('./home/home.page.tsx'),
  '/cure/stat': report(() => import('#modules/cure/contract/home/care-stat.ts').then((m) => m.careStat)),
  '/cure/consult/list': () => import('./consult/consult-list.page.tsx'),
  '/cure/consult/ask': () => import('./consult/ask.page.tsx'),
  '/cure/consult/detail': () => import('./consult/case.page.tsx'),
  '/cure/consult/dispatch': () => import('./consult/dispatch.page.tsx'),
  '/cure/expert/myInvitation': () => import('./consult/invitation.page.tsx'),
  '/cure/expert/duty': () => import('./people/duty.page.tsx'),
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
  '/cure/tag': () => import('./medicine/tag.page.tsx'),
  '/cure/sys/expert': resource(people),
  '/cure/sys/practitioner': resource(() =>
    import('#modules/cure/contract/people/practitioner.ts').then((m) => m.practitioner),
  ),
  '/cure/sys/medicine': resource(() => import('#modules/cure/contract/medicine/medicine.ts').then((m) => m.medicine)),
  '/cure/sys/setting': () => import('./setting/setting.page.tsx'),
  '/cure/invite': () => import('./room/invite.page.tsx'),
  '/cure/expertInvite': () => import('./room/expert-invite.page.tsx'),
  '/iframe/expertInvite': () => import('./room/embedded-offers.page.tsx'),
  '/iframe/myVideo': () => import('./room/my-video.page.tsx'),
  '/cure/factory': resource(() =>
    import('#modules/cure/contract/medicine/medicine-factory.ts').then((m) => m.medicineFactory),
  ),
  '/cure/society/org': () => import('./society/org.page.tsx'),
  '/cure/society/post': resource(() => society().then((m) => m.societyPost)),
  '/cure/society/person': resource(() => society().then((m) => m.societyPerson)),
  '/cure/society/memberLevel': resource(() => member().then((m) => m.memberLevel)),
  '/cure/society/memberRegistration': () => import('./society/registration.page.tsx'),
  '/cure/society/membershipAudit': resource(() => member().then((m) => m.memberApplication)),
  '/cure/society/membership': () => import('./society/membership.page.tsx'),
  '/cure/society/memberDetail': () => import('./society/member-detail.page.tsx'),
  '/cure/society/fee': () => import('./society/fee.page.tsx'),
  '/cure/society/expert': () => import('./society/experts.page.tsx'),
  '/cure/society/expertAudit': resource(() => expert().then((m) => m.expertApplication)),
  '/cure/society/baike': () => import('./knowledge/review.page.tsx'),
  '/cure/society/medicine': resource(() =>
    import('#modules/cure/contract/society/formulary.ts').then((m) => m.medicineFormulary),
  ),
  '/cure/society/entrust': () => import('./entrust/watch.page.tsx'),
  '/cure/expert/baike': () => import('./knowledge/my-baike.page.tsx'),
  '/cure/knowledge/baike': () => import('./knowledge/baike.page.tsx'),
  '/cure/knowledge/baikeEdit': () => import('./knowledge/baike-edit.page.tsx'),
  '/cure/knowledge/notice': resource(() => notice().then((m) => m.cureNotice)),
  '/knowledge/baike': () => import('./knowledge/public-baike.page.tsx'),
  '/cure/entrust/contract': () => import('./entrust/contract.page.tsx'),
  '/cure/entrust/detail': () => import('./entrust/detail.page.tsx'),
  '/cure/entrust/log': resource(() => bill().then((m) => m.entrustLog)),
  '/cure/entrust/bill': () => import('./entrust/bill.page.tsx'),
  '/cure/sys/noticeType': resource(() => notice().then((m) => m.cureNoticeType)),
  '/cure/sys/stage': resource(() => template().then((m) => m.careStage)),
  '/cure/sys/breedingStage': resource(() => template().then((m) => m.breedingStage)),
  '/cure/sys/cycle': () => import('./template/template-page.tsx').then((m) => ({ default: m.CyclePage })),
  '/cure/sys/feedingPlan': () => import('./template/template-page.tsx').then((m) => ({ default: m.FeedingPage })),
  '/cure/sys/enterpriseHost': resource(() => host().then((m) => m.enterpriseHost)),
  '/cure/sys/entrust': resource(() => host().then((m) => m.entrustType)),
  '/cure/sys/membership': () => import('./society/overview.page.tsx'),
};

import { defineModule } from '#kit/contract/module.ts';
import * as talk from './consult/case.ts';
import { consult, consultOffer, followUp } from './consult/consult.ts';
import * as entrustBills from './entrust/bill.ts';
import * as entrust from './entrust/contract.ts';
import { enterpriseHost, entrustType } from './entrust/host.ts';
import { careStat } from './home/care-stat.ts';
import { careHome } from './home/home.ts';
import * as article from './knowledge/article.ts';
import { cureNotice, cureNoticeType } from './knowledge/notice.ts';
import * as baike from './knowledge/public-baike.ts';
import { cureTag, mergeTags } from './medicine/cure-tag.ts';
import { drugReference, medicine } from './medicine/medicine.ts';
import { medicineFactory } from './medicine/medicine-factory.ts';
import { copyDuty, dutyRoster, dutySlot } from './people/duty-slot.ts';
import { dutySwap } from './people/duty-swap.ts';
import { expert } from './people/expert.ts';
import { practitioner } from './people/practitioner.ts';
import * as handOut from './prescription/dispense.ts';
import * as sheet from './prescription/prescription.ts';
import { inviteEndpoints } from './room/invite.ts';
import { roomEndpoints } from './room/room.ts';
import { cureSetting, settingOverview } from './setting/cure-setting.ts';
import { expertApplication, societyExpert } from './society/expert-application.ts';
import { medicineFormulary } from './society/formulary.ts';
import { joinEndpoints } from './society/join.ts';
import * as member from './society/member.ts';
import { societyOverview } from './society/overview.ts';
import { society, societyOrg, societyPerson, societyPost } from './society/society.ts';
import { sendSuspect, suspectReport } from './suspect/suspect-report.ts';
import * as template from './template/templates.ts';
import { coConsultEndpoints } from './together/co-consult.ts';
import { animalCare } from './treatment/animal-care.ts';
import * as treat from './treatment/treatment.ts';
import { animalWithdrawal, checkWithdrawal } from './withdrawal/animal-withdrawal.ts';

export const cure = defineModule({
  name: 'cure',
  needs: ['platform', 'registry', 'depot', 'prevention', 'device', 'breeding'],
  resources: [
    cureTag,
    medicine,
    drugReference,
    medicineFactory,
    practitioner,
    expert,
    dutySlot,
    dutySwap,
    sheet.prescription,
    treat.treatment,
    animalWithdrawal,
    consult,
    consultOffer,
    followUp,
    suspectReport,
    cureSetting,
    society,
    societyOrg,
    societyPost,
    societyPerson,
    member.memberLevel,
    member.societyMember,
    member.memberApplication,
    member.memberFee,
    expertApplication,
    societyExpert,
    medicineFormulary,
    article.knowledgeArticle,
    article.myArticle,
    article.articleRevision,
    cureNoticeType,
    cureNotice,
    enterpriseHost,
    entrustType,
    entrust.entrustContract,
    entrust.entrustWatch,
    entrustBills.entrustLog,
    entrustBills.entrustBill,
    template.breedingStage,
    template.careStage,
    template.careCycle,
    template.feedingTemplate,
  ],
  reports: [careStat],
  endpoints: [
    careHome,
    animalCare,
    dutyRoster,
    copyDuty,
    mergeTags,
    checkWithdrawal,
    sendSuspect,
    sheet.issuePrescription,
    sheet.checkPrescription,
    sheet.printPrescription,
    sheet.verifyPrescription,
    handOut.dispensePrescription,
    handOut.dispenseStock,
    handOut.signSecond,
    settingOverview,
    ...roomEndpoints,
    ...inviteEndpoints,
    ...joinEndpoints,
    treat.checkTreatment,
    treat.addTreatment,
    treat.voidTreatment,
    treat.closeTreatmentCase,
    treat.prepareTreatment,
    treat.todaysDoses,
    treat.tickDose,
    treat.treatmentContent,
    talk.prepareAsk,
    talk.askConsult,
    talk.caseOf,
    talk.messagesOf,
    talk.sendMessage,
    talk.recallMessage,
    talk.markRead,
    talk.opine,
    talk.candidatesOf,
    talk.assignConsult,
    talk.dispatchBoard,
    ...coConsultEndpoints,
    member.makeFees,
    member.societyDesk,
    societyOverview,
    article.articleFromCase,
    article.tellableCases,
    article.originDiff,
    baike.publicBaikeList,
    baike.publicBaikeArticle,
    baike.publicBaikeHelpful,
    baike.publicNotices,
    entrust.saveEntrust,
    entrust.entrustContent,
    entrust.entrustHosts,
    entrust.entrustable,
    entrust.startEntrust,
    entrust.releaseAnimals,
    entrust.consentTo,
    entrust.settleLine,
    entrustBills.recomputeBill,
    entrustBills.quoteBill,
    entrustBills.makeBill,
    template.reviseTemplate,
  ],
});

import type { Apart } from './fuzz-apart.ts';

const own = 'only insurers see their own, and chance is of none';
const ids = 'random ids are none of its papers at their right version';
const never = (why: string): Apart => ({ why, neverRight: true });

/** Villages, covers and papers under way are seldom met by chance. */
export const insuranceApart: Record<string, Apart> = {
  'POST insuranceMgt/collation/run': never('only an insurer collates, and chance is of none'),
  'POST insuranceMgt/enrolment/build': never('random places are no area of an insurer'),
  'POST insuranceMgt/enrolment/moveCover': never('random lists are seldom drafts that may move to that day'),
  'POST insuranceMgt/enrolment/sign': never('random files are no signature of a holder on the list'),
  'POST insuranceMgt/check/session': never('random scans are of no task that is open to the asker'),
  'POST insuranceMgt/publicity/post': never('random lists are seldom checked, and random files no pictures of a wall'),
  'POST insuranceMgt/publicity/postClaims': never('random claims are seldom agreed and of one village'),
  'POST insuranceMgt/policy/issue': never('random lists are seldom approved and paid'),
  'POST insuranceMgt/renewal/prepare': never('random policies seldom end within days'),
  'POST insuranceMgt/renewal/refuse': never('random policies seldom end within days'),
  'POST insuranceMgt/claim/report': never('random digits are no tag of an animal that is covered'),
  'POST insuranceMgt/claim/assess': never('random claims are seldom surveyed, with these animals'),
  'POST insuranceMgt/claim/agree': never('random claims are seldom assessed'),
  'POST insuranceMgt/dispatch/assign': never('random numbers are no surveyor of the claim’s insurer'),
  'POST insuranceMgt/dispatch/answer': never('a survey is answered by whom it was offered to'),
  'POST insuranceMgt/dispatch/arrive': never('a survey is answered by whom it was offered to'),
  'POST insuranceMgt/survey/submit': never('a survey wants photos that are the asker’s own'),
  'POST insuranceMgt/disposal/link': never('random animals are none that is claimed for'),
  'POST insuranceMgt/settlement/batch': never('random numbers are no payments that wait'),
  'POST insuranceMgt/alert/ack': never('random ids are seldom an open alert'),
  'POST insuranceMgt/alert/close': never('random ids are seldom an open alert'),
  'POST insuranceMgt/endpoint/secret': never(ids),
  'GET insuranceMgt/objection/:id': never('only who handles an objection sees it, and chance does not'),
  'GET insuranceMgt/consent/:id': never(own),
  'GET insuranceMgt/endpoint/:id': never(own),
  'GET insuranceMgt/push/:id': never(own),
};

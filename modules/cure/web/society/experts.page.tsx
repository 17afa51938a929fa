import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { societyExpert } from '#modules/cure/contract/society/expert-application.ts';
import { JoinLinksButton } from './join-links.tsx';

/** 协会专家: those the society has, and the link by which another asks to become one. */
export default resourcePage(societyExpert, { extra: () => <JoinLinksButton kind="expertJoin" /> });

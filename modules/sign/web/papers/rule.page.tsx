import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { signRule } from '#modules/sign/contract/settings/settings.ts';

export default resourcePage(signRule, { cells: { code: (row) => row.codeName } });

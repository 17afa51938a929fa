import { useCan } from '#kit/web/guard/guard.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { userSemen } from '#modules/breeding/contract/semen/semen-tank.ts';
import { OwnTank } from './tank.page.tsx';

/** 改良员冻精: everybody's tank to those above; the own one to a technician. */
export default function UserSemenPage() {
  return useCan('breed:userSemen:list') ? <ResourcePage resource={userSemen} isOwn={false} /> : <OwnTank />;
}

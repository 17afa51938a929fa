import InvitationPage from '../consult/invitation.page.tsx';
import CallDock from './call-dock.tsx';
import './room.css';

/** 专家邀请, for the view of an app: the same offers without the shell, with the ring and the room. */
export default function EmbeddedOffersPage() {
  return (
    <main className="ml-call-page" style={{ maxWidth: 1200 }}>
      <CallDock />
      <InvitationPage />
    </main>
  );
}

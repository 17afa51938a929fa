import { type ReactNode, useEffect, useState } from 'react';
import { apiPorts } from '#kit/web/api/ports.ts';
import { Push } from '#kit/web/push/push.ts';
import { PushContext, usePush } from '#kit/web/push/use-push.ts';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { pushStream, pushSubscribe } from '#modules/platform/contract/notice/push.ts';

/** The stream of news for everything inside: one per browser and user, as long as the user is in. */
export function PushLine({ user, children }: { user: UserInfo; children: ReactNode }) {
  const [push, setPush] = useState<Push | null>(null);
  const name = `push:${user.tenantNo}:${user.userId}`;
  useEffect(() => {
    const made = new Push(name, { stream: pushStream, subscribe: pushSubscribe });
    setPush(made);
    return () => {
      setPush(null);
      made.close();
    };
  }, [name]);
  return (
    <PushContext value={push}>
      <Rights />
      {children}
    </PushContext>
  );
}

function Rights() {
  usePush('perm', () => apiPorts().permissionsChanged());
  return null;
}

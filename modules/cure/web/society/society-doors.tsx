import { Button, Flex } from 'antd';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';

/** Where somebody who comes to the desk is taken in. */
export function SocietyDoors() {
  const text = useTexts('cure.desk');
  const { actions } = useSession();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const mayAddMember = actions.has('cure:member:check') && mayOpen('/cure/society/memberRegistration');
  const mayAddExpert = actions.has('cure:expert:check') && mayOpen('/cure/society/expertAudit');
  return (
    <Flex gap={8} wrap>
      {mayAddMember && (
        <Button size="large" type="primary" onClick={() => openPage('/cure/society/memberRegistration')}>
          {text('addMember')}
        </Button>
      )}
      {mayAddExpert && (
        <Button size="large" onClick={() => openPage('/cure/society/expertAudit?open=new')}>
          {text('addExpert')}
        </Button>
      )}
    </Flex>
  );
}

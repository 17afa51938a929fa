import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useNavigate } from '#kit/web/router.tsx';

export function HomeButton({ primary = false }: { primary?: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button type={primary ? 'primary' : 'default'} onClick={() => void navigate('/')}>
      {t('shell.page.home')}
    </Button>
  );
}

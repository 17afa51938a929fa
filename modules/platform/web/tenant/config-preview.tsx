import { Button, Card, Flex, Input, Segmented, Typography, theme } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';

interface Props {
  readonly title: string;
  readonly copyright: string;
  readonly icpNo: string;
  readonly policeNo: string;
  readonly phone: string;
  readonly logo: string | null;
  readonly background: string | null;
}

/** The login page and the header as they will be, drawn small while somebody types. */
export function ConfigPreview(props: Props) {
  const t = useT();
  const [which, setWhich] = useState<'login' | 'header'>('login');
  return (
    <Card
      size="small"
      title={t('platform.tenantConfig.preview')}
      extra={
        <Segmented
          size="small"
          value={which}
          onChange={(next) => setWhich(next as 'login' | 'header')}
          options={[
            { value: 'login', label: t('platform.tenantConfig.loginPage') },
            { value: 'header', label: t('platform.tenantConfig.header') },
          ]}
        />
      }
      style={{ position: 'sticky', top: 0 }}
    >
      <div data-record>{which === 'login' ? <Login {...props} /> : <Header {...props} />}</div>
    </Card>
  );
}

const Mark = ({ logo, size }: { readonly logo: string | null; readonly size: number }) =>
  logo ? (
    <img src={logo} alt="" style={{ height: size, maxWidth: size * 5, objectFit: 'contain' }} />
  ) : (
    <img src="/logo.svg" alt="" style={{ height: size }} />
  );

function Login({ title, copyright, icpNo, policeNo, phone, logo, background }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  return (
    <div style={{ border: `1px solid ${token.colorBorderSecondary}`, borderRadius: 8, overflow: 'hidden' }}>
      <Flex style={{ height: 260 }}>
        <Flex
          vertical
          justify="flex-end"
          style={{
            flex: 3,
            padding: 16,
            background: background
              ? `center / cover no-repeat url("${background}")`
              : `linear-gradient(160deg, ${token.colorPrimaryBg}, ${token.colorPrimaryBorder})`,
          }}
        >
          <Typography.Text
            strong
            style={{
              fontSize: 18,
              color: background ? paper.white : token.colorText,
              ...(background && { textShadow: '0 1px 4px rgba(0, 0, 0, 0.7)' }),
            }}
          >
            {title}
          </Typography.Text>
        </Flex>
        <Flex vertical gap={10} justify="center" style={{ flex: 2, padding: 16, background: token.colorBgContainer }}>
          <Mark logo={logo} size={32} />
          <Input size="small" disabled placeholder={t('platform.wizard.username')} />
          <Input size="small" disabled placeholder="••••••••" />
          <Button size="small" type="primary" disabled>
            {t('platform.tenantConfig.logIn')}
          </Button>
          {phone && (
            <Typography.Text type="secondary" style={{ fontSize: 11 }}>
              {phone}
            </Typography.Text>
          )}
        </Flex>
      </Flex>
      <Typography.Paragraph type="secondary" style={{ fontSize: 11, textAlign: 'center', margin: 6 }}>
        {[copyright, icpNo, policeNo].filter(Boolean).join('  ')}
      </Typography.Paragraph>
    </div>
  );
}

function Header({ title, logo }: Props) {
  const { token } = theme.useToken();
  return (
    <div style={{ border: `1px solid ${token.colorBorderSecondary}`, borderRadius: 8, overflow: 'hidden' }}>
      <Flex style={{ height: 200 }}>
        <Flex vertical gap={12} style={{ width: 190, padding: 12, background: '#1f2329' }}>
          <Flex align="center" gap={8}>
            <Mark logo={logo} size={26} />
            <Typography.Text strong ellipsis style={{ color: paper.white }}>
              {title}
            </Typography.Text>
          </Flex>
          {[70, 90, 60, 80].map((width) => (
            <div
              key={width}
              style={{ width: `${width}%`, height: 8, borderRadius: 4, background: 'rgba(255, 255, 255, 0.18)' }}
            />
          ))}
        </Flex>
        <Flex vertical flex={1}>
          <div
            style={{
              height: 40,
              background: token.colorBgContainer,
              borderBottom: `1px solid ${token.colorBorderSecondary}`,
            }}
          />
          <div style={{ flex: 1, background: token.colorBgLayout }} />
        </Flex>
      </Flex>
    </div>
  );
}

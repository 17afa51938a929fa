import { QRCode } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import s from './login.module.css';

const address = '/iframe/downloadApp?app=worker';

/** For a phone's camera: the page that offers the apps. The address carries no hash, as printed ones do. */
export default function AppCode() {
  const t = useT();
  return (
    <a href={`#${address}`} className={s.code}>
      <QRCode
        value={location.origin + address}
        size={80}
        bordered={false}
        bgColor="#ffffff"
        color="#000000"
        type="svg"
        style={{ padding: 4, borderRadius: 4 }}
      />
      <span>{t('shell.login.scanApp')}</span>
    </a>
  );
}

import { QRCode } from 'antd';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { passwordSlips } from '#modules/platform/contract/account/sys-user.ts';
import './slip-sheet.css';

type Slip = DataOf<typeof passwordSlips>[number];

/** Eight slips to a page of A4, to be cut. They exist on this paper and nowhere else. */
export default function SlipSheet({ slips, onDone }: { readonly slips: readonly Slip[]; onDone(): void }) {
  const t = useT();
  const say = useTexts('platform.sysUser');
  return (
    <PrintSheet title={t('platform.userImport.slips')} onDone={onDone}>
      <div className="ml-slips">
        {slips.map((slip) => (
          <section key={slip.username} className="ml-slip">
            <h2>{t('platform.userImport.slipTitle')}</h2>
            <dl>
              <dt>{say('realName')}</dt>
              <dd>{slip.realName}</dd>
              <dt>{say('organizationName')}</dt>
              <dd>{slip.organizationName}</dd>
              <dt>{say('username')}</dt>
              <dd>
                <code>{slip.username}</code>
              </dd>
              <dt>{say('initialPassword')}</dt>
              <dd>
                <code>{slip.password}</code>
              </dd>
              <dt>{say('initialValidUntil')}</dt>
              <dd>{wallTime(slip.validUntil)}</dd>
              <dt>{t('platform.userImport.portal')}</dt>
              <dd>{`${location.origin}${slip.portal}`}</dd>
            </dl>
            <QRCode
              className="ml-slip-code"
              type="svg"
              size={84}
              bordered={false}
              color={paper.black}
              bgColor={paper.white}
              value={`${location.origin}${slip.portal}`}
            />
            <p>{t('platform.userImport.slipKeep')}</p>
          </section>
        ))}
      </div>
    </PrintSheet>
  );
}

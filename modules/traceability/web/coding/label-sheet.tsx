import { QRCode } from 'antd';
import type { LabelShape } from '#modules/traceability/contract/code/label-template.ts';

export interface Label {
  readonly shown: string;
  readonly url: string;
  /** A line of its own below the code, as the ear tag of an animal. */
  readonly more?: string;
}
interface Props {
  readonly shape: LabelShape;
  readonly labels: readonly Label[];
  readonly subject?: string;
  readonly day: string;
}

/** Labels as they come out of the printer, in millimetres, as many to a row as the template has. */
export function LabelSheet({ shape, labels, subject, day }: Props) {
  const line = { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', maxWidth: '100%' } as const;
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(${shape.perRow}, ${shape.widthMm}mm)`,
        gap: `${shape.gapMm}mm`,
      }}
    >
      {labels.map((one) => (
        <div
          key={one.shown}
          style={{
            boxSizing: 'border-box',
            width: `${shape.widthMm}mm`,
            height: `${shape.heightMm}mm`,
            padding: '1mm',
            border: shape.frame ? '0.3mm solid black' : undefined,
            background: 'white',
            color: 'black',
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'center',
            overflow: 'hidden',
            breakInside: 'avoid',
            fontSize: `${shape.fontPt}pt`,
            lineHeight: 1.2,
          }}
        >
          {shape.heading && <div style={{ ...line, fontWeight: 600 }}>{shape.heading}</div>}
          <div style={{ width: `${shape.qrMm}mm`, height: `${shape.qrMm}mm`, flexShrink: 0 }}>
            <QRCode
              value={`${location.origin}${one.url}`}
              type="svg"
              bordered={false}
              color="black"
              bgColor="white"
              style={{ width: '100%', height: '100%', padding: 0 }}
            />
          </div>
          {shape.showCode && <div style={{ ...line, fontFamily: 'monospace' }}>{one.shown}</div>}
          {one.more && <div style={line}>{one.more}</div>}
          {shape.showSubject && subject && <div style={line}>{subject}</div>}
          {shape.showDate && <div style={line}>{day}</div>}
          {shape.note && <div style={line}>{shape.note}</div>}
        </div>
      ))}
    </div>
  );
}

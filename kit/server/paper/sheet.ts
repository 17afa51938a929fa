import PDFDocument from 'pdfkit';
import { type Face, fontOf } from './provided.ts';

/** Points of 1/72 inch. */
const margin = 56;
const footHeight = 84;
const pad = 4;

interface Column {
  readonly label: string;
  /** Its share of the width; one unless given. */
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
}

export interface Foot {
  readonly square: Buffer;
  readonly lines: readonly string[];
  page(no: number, of: number): string;
}

/** A paper on A4 as it is written from top to bottom. Text stays text: it can be searched, copied and read aloud. */
export class PaperSheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #known = new Set<Face>();

  constructor(info: { title: string; mark: string; at: Date; language: string }) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
      bufferPages: true,
      lang: info.language,
      displayTitle: true,
      info: { Title: info.title, Keywords: info.mark, CreationDate: info.at, ModDate: info.at },
    });
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * margin;
  }

  #write(face: Face, size: number): PDFKit.PDFDocument {
    if (!this.#known.has(face)) {
      const { bytes, family } = fontOf(face);
      this.#pdf.registerFont(face, bytes, family);
      this.#known.add(face);
    }
    return this.#pdf.font(face).fontSize(size).fillColor('black');
  }

  /** Begins a new page where so much no longer fits. */
  #room(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - margin - footHeight) this.#pdf.addPage();
  }

  title(text: string, under?: string): this {
    this.#write('bold', 18).text(text, { align: 'center' });
    if (under) this.#write('plain', 10).moveDown(0.3).text(under, { align: 'center' });
    this.#pdf.moveDown(1);
    return this;
  }

  heading(text: string): this {
    this.#room(40);
    this.#write('bold', 12).text(text).moveDown(0.4);
    return this;
  }

  paragraph(text: string): this {
    this.#write('plain', 11).text(text, { align: 'justify', lineGap: 3 }).moveDown(0.6);
    return this;
  }

  /** Names and what they say, one under the other. */
  facts(rows: readonly (readonly [label: string, value: string])[]): this {
    const left = this.#width * 0.28;
    for (const [label, value] of rows) {
      const height = this.#write('plain', 11).heightOfString(value || ' ', { width: this.#width - left }) + pad;
      this.#room(height);
      const { y } = this.#pdf;
      this.#pdf.fillColor('#555555').text(label, margin, y, { width: left - 8 });
      this.#pdf.fillColor('black').text(value, margin + left, y, { width: this.#width - left });
      this.#pdf.y = y + height;
      this.#pdf.x = margin;
    }
    this.#pdf.moveDown(0.6);
    return this;
  }

  /** Rows under a head that comes again on every page. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): this {
    const shares = columns.reduce((sum, one) => sum + (one.width ?? 1), 0);
    const widths = columns.map((one) => ((one.width ?? 1) / shares) * this.#width);
    const line = (cells: readonly string[], face: Face) => {
      const height =
        Math.max(
          ...cells.map((cell, at) =>
            this.#write(face, 9.5).heightOfString(cell || ' ', { width: (widths[at] ?? 0) - 2 * pad }),
          ),
        ) +
        2 * pad;
      const before = this.#pdf.page;
      this.#room(height);
      if (this.#pdf.page !== before && face === 'plain') {
        line(
          columns.map((one) => one.label),
          'bold',
        );
      }
      const { y } = this.#pdf;
      let x = margin;
      for (const [at, cell] of cells.entries()) {
        const width = widths[at] ?? 0;
        this.#pdf.lineWidth(0.5).strokeColor('#999999').rect(x, y, width, height).stroke();
        const align = face === 'bold' ? 'center' : (columns[at]?.align ?? 'left');
        this.#write(face, 9.5).text(cell, x + pad, y + pad, { width: width - 2 * pad, align });
        x += width;
      }
      this.#pdf.x = margin;
      this.#pdf.y = y + height;
    };
    line(
      columns.map((one) => one.label),
      'bold',
    );
    for (const row of rows) line(row, 'plain');
    this.#pdf.moveDown(0.8);
    return this;
  }

  /** Places to sign, side by side. */
  signatures(labels: readonly string[]): this {
    this.#room(70);
    const y = this.#pdf.y + 36;
    const width = this.#width / labels.length;
    for (const [at, label] of labels.entries()) {
      const x = margin + at * width;
      this.#pdf
        .lineWidth(0.5)
        .strokeColor('#555555')
        .moveTo(x, y)
        .lineTo(x + width - 16, y)
        .stroke();
      this.#write('plain', 9.5).text(label, x, y + 4, { width: width - 16 });
    }
    this.#pdf.x = margin;
    this.#pdf.y = y + 28;
    return this;
  }

  /** The whole file: every page gets its foot when their number is known. */
  async finish(foot: Foot): Promise<Buffer> {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let at = start; at < start + count; at += 1) {
      this.#pdf.switchToPage(at);
      // The foot lies in the lower margin, where text would else begin a page of its own.
      this.#pdf.page.margins.bottom = 0;
      const y = this.#pdf.page.height - margin - footHeight + 20;
      this.#pdf
        .lineWidth(0.5)
        .strokeColor('#999999')
        .moveTo(margin, y - 6)
        .lineTo(margin + this.#width, y - 6)
        .stroke();
      this.#pdf.image(foot.square, margin, y, { width: 64 });
      this.#write('plain', 8);
      for (const [no, line] of foot.lines.entries())
        this.#pdf.text(line, margin + 76, y + 4 + no * 13, { width: this.#width - 140, lineBreak: false });
      this.#pdf.text(foot.page(at + 1, count), margin, y + 4, { width: this.#width, align: 'right', lineBreak: false });
    }
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#pdf.on('end', () => resolve(Buffer.concat(chunks)));
      this.#pdf.on('error', reject);
      this.#pdf.end();
    });
  }
}

/** Reads codes out of pictures: by the browser itself where it can, else by a decoder the build serves, fetched with the first picture. */
type Decode = (picture: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const formats = ['code_128', 'code_39', 'codabar', 'ean_13', 'ean_8', 'itf', 'qr_code', 'data_matrix', 'pdf417'];

async function ownDecoder(): Promise<Decode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  // Some browsers have the class and no service behind it, or one for squares alone.
  if (!BarcodeDetector || !known.includes('code_128') || !known.includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: formats.filter((one) => known.includes(one)) });
  return async (picture) => (await detector.detect(picture)).map((one) => one.rawValue);
}

async function servedDecoder(): Promise<Decode> {
  const [{ prepareZXingModule, readBarcodes }, { default: address }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    if (!pen || picture.videoWidth === 0) return [];
    // Wide enough for the thin bars of a long number, small enough for an old telephone.
    const scale = Math.min(1, 1280 / picture.videoWidth);
    canvas.width = Math.round(picture.videoWidth * scale);
    canvas.height = Math.round(picture.videoHeight * scale);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(pen.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ['Code128', 'Code39', 'Codabar', 'EAN13', 'EAN8', 'ITF', 'QRCode', 'DataMatrix', 'PDF417'],
      tryHarder: true,
      maxNumberOfSymbols: 4,
    });
    return found.filter((one) => one.isValid).map((one) => one.text);
  };
}

let opened: Promise<Decode> | undefined;

export function openDecoder(): Promise<Decode> {
  opened ??= ownDecoder().then((own) => own ?? servedDecoder());
  opened.catch(() => {
    // The next try asks the network again.
    opened = undefined;
  });
  return opened;
}

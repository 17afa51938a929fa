import yauzl from 'yauzl';
import { AppError } from '#kit/contract/errors.ts';
import { wrongType } from '#kit/server/files/inspect.ts';

/** What a package must hold to be one, by platform; its name says nothing. */
const marks: Readonly<Record<string, { holds: RegExp; mime: string; ending: string }>> = {
  android: { holds: /^AndroidManifest\.xml$/, mime: 'application/vnd.android.package-archive', ending: 'apk' },
  ios: { holds: /^Payload\/[^/]+\.app\/Info\.plist$/, mime: 'application/octet-stream', ending: 'ipa' },
  harmony: { holds: /^(module\.json|pack\.info|config\.json)$/, mime: 'application/octet-stream', ending: 'hap' },
};

const mostEntries = 200_000;

/** The type of an app package by the directory of its zip; nothing is unpacked. */
export async function inspectPackage(path: string, platform: string): Promise<{ mime: string; ending: string }> {
  const mark = marks[platform];
  if (!mark) throw new AppError(422, 'error.invalid', { errors: [{ field: 'platform', key: 'error.field.dict' }] });
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, file) => (error ? reject(wrongType()) : resolve(file))),
  );
  try {
    const isOne = await new Promise<boolean>((resolve, reject) => {
      let seen = 0;
      zip.on('entry', ({ fileName }: yauzl.Entry) => {
        seen += 1;
        if (mark.holds.test(fileName)) resolve(true);
        else if (seen > mostEntries) resolve(false);
        else zip.readEntry();
      });
      zip.on('end', () => resolve(false));
      zip.on('error', () => reject(wrongType()));
      zip.readEntry();
    });
    if (!isOne) throw wrongType();
    return mark;
  } finally {
    zip.close();
  }
}

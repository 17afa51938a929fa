/** Browser and system by their names, without versions: a person's device stays the same through updates. */
export function browserOf(agent: string): { browser: string; os: string } {
  const first = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, sign]) => sign.test(agent))?.[0] ?? '-';
  return {
    browser: first([
      ['WeChat', /MicroMessenger/],
      ['Edge', /Edg(e|A|iOS)?\//],
      ['QQ', /QQBrowser/],
      ['360', /360SE|360EE|QihooBrowser/],
      ['UC', /UCBrowser|UBrowser/],
      ['Opera', /OPR\//],
      ['Firefox', /Firefox|FxiOS/],
      ['Chrome', /Chrome|Chromium|CriOS/],
      ['Safari', /Safari/],
    ]),
    os: first([
      ['HarmonyOS', /HarmonyOS|OpenHarmony/],
      ['Android', /Android/],
      ['iOS', /iPhone|iPad|iPod/],
      ['Windows', /Windows/],
      ['macOS', /Mac OS X|Macintosh/],
      ['Linux', /Linux|X11/],
    ]),
  };
}

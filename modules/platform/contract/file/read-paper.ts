const mark = Uint8Array.from('mulian-paper:', (letter) => letter.charCodeAt(0));
const codeLength = 16;

/** Which paper a file says it is. Written plainly into its own description, so a changed file still says what it claims to be. */
export function paperCodeOf(bytes: Uint8Array): string | null {
  for (let at = bytes.indexOf(mark[0] as number); at >= 0; at = bytes.indexOf(mark[0] as number, at + 1)) {
    if (!mark.every((letter, no) => bytes[at + no] === letter)) continue;
    const code = String.fromCharCode(...bytes.subarray(at + mark.length, at + mark.length + codeLength));
    if (/^[0-9A-Z]{16}$/.test(code)) return code;
  }
  return null;
}

/** What was scanned or typed: the address in the square code, or the code itself. */
export const codeIn = (text: string): string => /[?&]c=([^&#]+)/.exec(text)?.[1] ?? text;

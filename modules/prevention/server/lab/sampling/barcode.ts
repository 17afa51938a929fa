/** Twelve digits: the record, the tube, and a digit that finds a slip of the hand (weights 3 and 1, as on goods). */
export function barcodeOf(logId: number, tube: number): string {
  const plain = `${String(logId).padStart(8, '0')}${String(tube).padStart(3, '0')}`;
  return plain + checkDigit(plain);
}

function checkDigit(plain: string): string {
  const sum = [...plain].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isBarcodeOf = (logId: number, barcode: string): boolean =>
  /^\d{12}$/.test(barcode) &&
  barcode.startsWith(String(logId).padStart(8, '0')) &&
  checkDigit(barcode.slice(0, 11)) === barcode[11];

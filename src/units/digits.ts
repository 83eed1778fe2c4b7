/** Full-width digits, commas and points, as an input method writes them, in their plain form. */
export function plainDigits(text: string): string {
  return text.replace(/[０-９，．]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

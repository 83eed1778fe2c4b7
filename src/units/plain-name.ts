/** A person's name without what banks write differently: width, case and blanks. */
export function plainName(name: string): string {
  return name.normalize('NFKC').replace(/\s/g, '').toLowerCase()
}

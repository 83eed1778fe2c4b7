const unescapeRoundsMax = 8

/**
 * Whether a request's target is the development server's `/cdn-cgi`, in any spelling that a later layer could resolve to
 * it: repeated escapes, doubled slashes, backslashes, dot segments, upper case.
 */
export function isDevelopmentPath(target: string): boolean {
  const [path = ''] = target.split(/[?#]/)
  const names = unescaped(path)
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((name) => name !== '' && name !== '.')
  return names.find((name) => name !== '..') === 'cdn-cgi' || withoutDots(names)[0] === 'cdn-cgi'
}

function unescaped(path: string): string {
  let text = path
  for (let round = 0; round < unescapeRoundsMax; round++) {
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(parseInt(hex, 16)),
    )
    if (next === text) break
    text = next
  }
  // URL parsers drop tabs and line feeds anywhere, and spaces and control characters at both ends.
  return Array.from(text)
    .filter((character) => character > ' ')
    .join('')
}

function withoutDots(names: readonly string[]): string[] {
  const resolved: string[] = []
  for (const name of names) {
    if (name === '..') resolved.pop()
    else resolved.push(name)
  }
  return resolved
}

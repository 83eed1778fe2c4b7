/** The lines of a region that a phone shows at first, as the stylesheet has it. */
export const linesShown = 12

/**
 * The code of a region of a file: the lines between the marks `docs:<region>` and `docs:end` without their common
 * indentation; undefined if the file lacks the region.
 */
export function regionIn(text: string, region: string): string | undefined {
  const pattern = new RegExp(`^[^\\n]*\\bdocs:${region}\\s*\\n([^]*?)\\n[^\\n]*\\bdocs:end\\b`, 'm')
  const code = pattern.exec(text)?.[1]
  if (code === undefined) return undefined
  const lines = code.replace(/^\n+|\s+$/g, '').split('\n')
  const indents = lines
    .filter((line) => line !== '')
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n')
}

/**
 * The lines of a text in UTF-8, separated by line feeds only: Node's `readline` also splits at U+2028, which JSON and SQL
 * may contain.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let begun = ''
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    begun += first
    for (const line of others) {
      yield begun
      begun = line
    }
  }
  if (begun !== '') yield begun
}

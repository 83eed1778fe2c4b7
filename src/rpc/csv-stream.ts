import type { Context } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'

/**
 * The bytes of a file that is made part by part, at the pace of its reader: no more of it is in memory than a few
 * parts. Where a part fails the stream breaks off, so that nobody takes it for the whole file.
 */
export function csvStream({ log }: Context, parts: AsyncIterable<string>): ReadableStream {
  const encoder = new TextEncoder()
  const source = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { bytes, done } = await nextBytes(source, encoder)
        // Lets what arrives meanwhile have its turn: a merchant would wait for many pages otherwise.
        await scheduler.wait(1)
        if (bytes.length > 0) controller.enqueue(bytes)
        if (!done) return
        controller.close()
        // A reader that brought its own buffer waits for an answer still.
        controller.byobRequest?.respond(0)
      } catch (fault) {
        log({ event: 'export_fault', fault: faultText(fault) })
        controller.error(fault)
      }
    },
    async cancel() {
      await source.return?.()
    },
  })
}

// Several databases give parts of few rows.
const chunkCharacters = 32_768

async function nextBytes(source: AsyncIterator<string>, encoder: TextEncoder) {
  let text = ''
  while (text.length < chunkCharacters) {
    const { done, value } = await source.next()
    if (done) return { bytes: encoder.encode(text), done: true }
    text += value
  }
  return { bytes: encoder.encode(text), done: false }
}

import type { Context } from '../context.ts'
import { faultText } from '../contract/log-redaction.ts'
import { beginExport, type ExportedList } from '../operations/export/run-export.ts'
import type { Principal } from '../rules/people/principal.ts'

/**
 * The bytes of a file that is made in parts, at its reader's pace, with a few parts in memory. If a part fails the
 * stream breaks off, so that nobody takes it for the whole file. It counts as a running export until it ends or its
 * reader leaves; refuses as `beginExport` does.
 */
export async function csvStream({
  context,
  principal,
  list,
  parts,
}: {
  readonly context: Context
  readonly principal: Principal
  readonly list: ExportedList
  readonly parts: AsyncIterable<string>
}): Promise<ReadableStream> {
  const encoder = new TextEncoder()
  const running = await beginExport(context, principal, list)
  const source = parts[Symbol.asyncIterator]()
  const logFault = (fault: unknown) => {
    context.log({ event: 'export_fault', fault: faultText(fault) })
  }
  // If this fails, the export counts for some minutes more.
  const end = () => running.end().catch(logFault)
  let pauseMs = 1
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        // Lets other requests run: otherwise merchants would wait for the pages of exports.
        await scheduler.wait(pauseMs)
        await running.keep()
        const startedMs = context.now()
        const { bytes, done } = await nextBytes(source, encoder)
        pauseMs = Math.min(pauseMaxMs, 1 + pauseShare * (context.now() - startedMs))
        if (done) await end()
        if (bytes.length > 0) controller.enqueue(bytes)
        if (!done) return
        controller.close()
        // A reader with its own buffer still waits for an answer.
        controller.byobRequest?.respond(0)
      } catch (fault) {
        logFault(fault)
        await end()
        controller.error(fault)
      }
    },
    async cancel() {
      await end()
      await source.return?.()
    },
  })
}

// The pause of an export per millisecond of reading: even three exports rarely meet a merchant's request.
const pauseShare = 60
const pauseMaxMs = 2_000

// An export over several databases has parts of few rows, which are joined up to this length.
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

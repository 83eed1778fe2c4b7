import { expect, test, vi } from 'vitest'
import backOffice from '../../../src/backoffice/index.ts'
import { localAccess } from '../../support/local-access.ts'

// The public Worker counts what the back office answers with 5xx.

async function answered(path: string, call: () => Promise<object>) {
  vi.spyOn(console, 'log').mockReturnValue()
  let counted = 0
  const work: Promise<unknown>[] = []
  const env = {
    ...localAccess,
    BACK_OFFICE: {
      call,
      health: call,
      countFailure: async () => {
        counted += 1
        throw new Error('not reached')
      },
    },
  } as unknown as BackofficeEnv
  const ctx = { waitUntil: (one: Promise<unknown>) => work.push(one) }
  const request = new Request(`http://127.0.0.1${path}`) as Parameters<typeof backOffice.fetch>[0]
  const { status } = await backOffice.fetch(request, env, ctx as unknown as ExecutionContext)
  await Promise.all(work)
  return [status, counted]
}

const failing = () => Promise.reject(new Error('unreachable'))
const refusing = async () => ({ ok: false, status: 404, error: 'not_found', message: {} })

test.each([
  ['a call that meets a fault', '/api/overview', failing, [503, 1]],
  ['what a monitor asks', '/health', failing, [503, 0]],
  ['a refusal', '/api/collections/C1', refusing, [404, 0]],
] as const)('%s is counted: %s', async (_name, path, call, expected) => {
  expect(await answered(path, call)).toEqual(expected)
})

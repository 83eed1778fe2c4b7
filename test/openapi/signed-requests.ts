import { join } from 'node:path'
import { root } from '../../scripts/local/environment.ts'
import { withProgress } from '../../scripts/progress.mjs'
import { semanticRules } from '../support/semantic-rules.ts'
import type { Service } from './server.ts'
import { has, pythonTools, run } from './tools.ts'

/** What schemathesis has seen; `wrong` is empty where every answer was as described. */
type Observations = {
  readonly sent: number
  /** Requests that fit their schema. */
  readonly fitting: number
  /** How often the service was late, said when to ask again, and was asked. */
  readonly repeated: number
  /** How many answers had each `error`, or were accepted. */
  readonly answered: Readonly<Record<string, number>>
  readonly wrong: Readonly<Record<string, number>>
  readonly told: string
}

/** Sends signed requests that schemathesis draws from the description; null where there is no Python. */
export async function sendSigned(service: Service, count: number): Promise<Observations | null> {
  if (!(await has('python3', '--version'))) return null
  const python = join(await pythonTools(), 'python')
  const script = join(root, 'test', 'openapi', 'signed_requests.py')
  const rules = semanticRules.map(({ field, problem }) => ({
    field: field.source,
    problem: problem.source,
  }))
  let last = ''
  const heard = (text: string) => {
    last = /(\d+ requests, \d+ wrong)\s*$/.exec(text)?.[1] ?? last
  }
  const command = [python, script, String(count), JSON.stringify(rules)]
  const { stdout, stderr } = await withProgress(
    `Sending ${count} signed requests`,
    () => run(command, { env: service.environment, heard }),
    { progress: () => last },
  )
  if (!stdout.startsWith('{')) throw new Error(stderr.slice(-4000))
  return { ...JSON.parse(stdout), told: stderr }
}

import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './server.ts'
import { cache, npmTool, run } from './tools.ts'

type Execution = {
  readonly item: { readonly name: string }
  readonly response?: { readonly code: number; readonly stream: { readonly data: number[] } }
}

/**
 * Runs the collection twice by newman, in its order, with the service's test merchant. Returns what was not sent or not
 * accepted. Before each run the merchant has money, and after it what it has withdrawn is paid: one withdrawal waits at a
 * time.
 */
export async function postmanProblems(service: Service): Promise<string[]> {
  const first = await runOf(service)
  return [...first, ...(await runOf(service)).map((one) => `again: ${one}`)]
}

async function runOf({ environment, ask }: Service): Promise<string[]> {
  const newman = await npmTool('newman')
  const { PAY_API, PAY_TEST_UID: uid, PAY_TEST_SECRET: secret } = environment
  const orderid = randomUUID()
  await ask('collections', { orderid, amount: 10_000 })
  await ask('sandbox/outcome', { orderid, outcome: 'paid' })
  const collection = join(cache, 'postman.json')
  const report = join(cache, 'newman.json')
  await rm(report, { force: true })
  await writeFile(collection, await (await fetch(`${PAY_API}/docs/postman.json`)).text())
  const values = Object.entries({ baseUrl: PAY_API, uid, secret })
  const given = values.flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const output = ['--reporters', 'json', '--reporter-json-export', report]
  const { stderr } = await run([newman, 'run', collection, ...given, ...output])
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`newman has written no report: ${stderr}`)
  })
  const executions: Execution[] = JSON.parse(text).run.executions
  if (executions.length === 0) return ['newman has sent nothing']
  const answers = executions.map(({ item, response }) => {
    const answer = Buffer.from(response?.stream.data ?? []).toString()
    return { name: item.name, code: response?.code, answer }
  })
  const withdrawal = answers.find(({ name, code }) => name === 'createWithdrawal' && code === 200)
  if (withdrawal !== undefined) {
    const { serial_no } = JSON.parse(withdrawal.answer).data
    await ask('sandbox/outcome', { serial_no, outcome: 'paid' })
  }
  const refused = answers.filter(({ code }) => code !== 200)
  return refused.map(({ name, code, answer }) => `${name}: ${code ?? 'no answer'} ${answer}`)
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './server.ts'
import { cache, npmTool, run } from './tools.ts'

type Execution = {
  readonly item: { readonly name: string }
  readonly response?: { readonly code: number; readonly stream: { readonly data: number[] } }
}

/**
 * Runs the collection by newman, in its order, with the service's merchant. Returns what has not been sent, and what was
 * refused as unsigned or malformed: each request has example values, so that others are accepted or find no such order.
 */
export async function postmanProblems({ environment }: Service): Promise<string[]> {
  const newman = await npmTool('newman')
  const { PAY_API, PAY_UID, PAY_SECRET } = environment
  const collection = join(cache, 'postman.json')
  const report = join(cache, 'newman.json')
  await writeFile(collection, await (await fetch(`${PAY_API}/docs/postman.json`)).text())
  const values = { baseUrl: PAY_API, uid: PAY_UID, secret: PAY_SECRET }
  const given = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const output = ['--reporters', 'json', '--reporter-json-export', report]
  const { stderr } = await run([newman, 'run', collection, ...given, ...output])
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`newman has written no report: ${stderr}`)
  })
  const executions: Execution[] = JSON.parse(text).run.executions
  if (executions.length === 0) return ['newman has sent nothing']
  return executions.flatMap(({ item, response }) => {
    if (response === undefined) return [`${item.name}: no answer`]
    const answer = Buffer.from(response.stream.data).toString()
    const error: string | undefined = JSON.parse(answer).error
    const isRead = error === undefined || readAllTheSame.has(error)
    return isRead ? [] : [`${item.name}: ${response.code} ${answer}`]
  })
}

const readAllTheSame = new Set([
  ...['order_not_found', 'callback_not_available', 'amount_not_allowed', 'sandbox_only'],
  ...['duplicate_orderid', 'duplicate_serial_no', 'duplicate_merchant_order_no'],
])

import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import {
  beforePrograms,
  programCommands,
} from '../../src/documentation/samples/program-commands.ts'
import { freePort } from './support/programs.ts'
import { aTestMerchant } from './support/test-merchants.ts'

const run = promisify(execFile)

test.for(inject('samples'))('$name runs as the page says', async ({ name }, { skip }) => {
  // C#'s commands begin with `dotnet new`, whose templates are not on every machine that compiles.
  const asked = ['new', 'console', '--dry-run']
  skip(name === 'csharp' && spawnSync('dotnet', asked).status !== 0, 'no templates')
  const { api, uid, secret, ask } = await aTestMerchant()
  const folder = await mkdtemp(join(tmpdir(), 'as-copied-'))
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const settings = { PAY_API: api, PAY_UID: uid, PAY_SECRET: secret, PAY_OTHER_SECRET: '' }
  // On a port of its own, for another reader may run it beside this one.
  const env = { ...process.env, ...settings, PATH: path, PAY_PORT: String(await freePort()) }
  const commands = `${beforePrograms}\n${programCommands[name] ?? 'exit 1'}`
  const { stdout, stderr } = await run('bash', ['-ec', commands], { cwd: folder, env })
  const [, orderid] = /^(\S+) PAID 100(?:\.00)?$/m.exec(stdout) ?? []
  expect(`${stdout}${stderr}`).toMatch(new RegExp(`credit ${orderid}:? 100(?:\\.00)?$`, 'm'))
  const order = await ask('collections/status', { orderid })
  expect(order).toMatchObject({ ok: 1, status: 'PAID' })
  // The payout whose first answer was lost: there is one, and its callback is booked.
  const [, serialNo] = /^(P-\S+) PAID 50(?:\.00)?$/m.exec(stdout) ?? []
  expect(`${stdout}${stderr}`).toMatch(new RegExp(`debit ${serialNo}:? 50(?:\\.00)?$`, 'm'))
  const { items } = (await ask('ledger', {})).data
  const payouts = items.filter((one: { serial_no?: string }) => one.serial_no !== undefined)
  expect(new Set(payouts.map((one: { serial_no: string }) => one.serial_no))).toEqual(
    new Set([serialNo]),
  )
  // The platform's number is kept, by which days are compared.
  const [store = ''] = (await readdir(folder)).filter((file) => /^orders[.]/.test(file))
  expect(await readFile(join(folder, store), 'latin1')).toContain(order.tradeNo)
})

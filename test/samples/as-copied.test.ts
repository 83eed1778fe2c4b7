import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import {
  beforePrograms,
  programCommands,
} from '../../src/documentation/samples/program-commands.ts'
import { aTestMerchant } from './support/test-merchants.ts'

const run = promisify(execFile)

// C#'s begin with `dotnet new`, whose templates are not on every machine that compiles.
const samples = inject('samples').filter(({ name }) => name !== 'csharp')

test.each(samples)('$name runs as the page says, in an empty folder', async ({ name }) => {
  const { api, uid, secret, ask } = await aTestMerchant()
  const folder = await mkdtemp(join(tmpdir(), 'as-copied-'))
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const settings = { PAY_API: api, PAY_UID: uid, PAY_SECRET: secret, PAY_OTHER_SECRET: '' }
  const env = { ...process.env, ...settings, PATH: path }
  const { stdout } = await run(
    'bash',
    ['-ec', `${beforePrograms}\n${programCommands[name] ?? 'exit 1'}`],
    {
      cwd: folder,
      env,
    },
  )
  const [payout] = stdout.split('\n').filter((line) => line.startsWith('{'))
  const { serial_no, trade_no } = JSON.parse(payout ?? '{}')
  expect(await ask('payouts/status', { serial_no })).toMatchObject({ ok: 1, tradeNo: trade_no })
})

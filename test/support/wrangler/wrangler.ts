#!/usr/bin/env node
// Stands in for wrangler: an account in the file that WRANGLER_ACCOUNT names, `.wrangler/account.json` by default.
// `WRANGLER=test/support/wrangler/wrangler.ts npm run provision -- --env staging` tries it without Cloudflare.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Account, answer, emptyAccount, networkFailed, noteCall } from './account.ts'

const file = process.env.WRANGLER_ACCOUNT || '.wrangler/account.json'
const account = readAccount()
const args = process.argv.slice(2)
const fault = noteCall(account, args)
const input = args[1] === 'put' ? readFileSync(0, 'utf8') : ''
const worked = fault === null || fault.after
const read = (name: string) => readFileSync(name, 'utf8')
const migrations = readdirSync('migrations').length
const said = worked ? answer(account, args, input, { read, migrations }) : networkFailed
mkdirSync(dirname(file), { recursive: true })
writeFileSync(`${file}.new`, JSON.stringify(account, null, 2), { mode: 0o600 })
renameSync(`${file}.new`, file)
if (fault?.stops) process.kill(process.ppid, process.env.WRANGLER_STOPS_BY || 'SIGKILL')
const { code, stdout, stderr, record } = fault === null ? said : networkFailed
const records = process.env.WRANGLER_OUTPUT_FILE_PATH
if (records && record) writeFileSync(records, `${JSON.stringify(record)}\n`)
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code

function readAccount(): Account {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return emptyAccount()
  }
}

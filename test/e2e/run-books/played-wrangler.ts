import { appendFileSync, readFileSync } from 'node:fs'
import { problemOf } from './wrangler-commands.ts'

// Takes the place of `npx` while a run book's commands are run: fails where wrangler would not take a command, and notes
// the secrets that it was given. Run as: node played-wrangler.ts wrangler secret put NAME

const [tool, ...given] = process.argv.slice(2)
const problem = tool === 'wrangler' ? problemOf(given) : `npx ${tool}: not known`
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
} else {
  const [noun, verb, name] = given
  const value = noun === 'secret' && verb === 'put' ? readFileSync(0, 'utf8') : ''
  appendFileSync(process.env.PLAYED ?? '', `${JSON.stringify({ noun, verb, name, value })}\n`)
}

import { expect, test } from 'vitest'
import { askedBy } from '../../../../scripts/provision/command-line.ts'
import { said, wranglerOf } from '../../../../scripts/provision/wrangler.ts'

const environments = ['staging', 'production']
const asked = (...args: string[]) => askedBy(args, environments, '/home/someone')

test('environment, dry run and the file of keys are read, in both ways of writing', () => {
  const staging = { env: 'staging', dryRun: false, keysFile: null }
  expect(asked('--env', 'staging')).toEqual(staging)
  expect(asked('-e', 'staging')).toEqual(staging)
  expect(asked('--env=staging', '--dry-run', '--keys', 'a/keys')).toEqual({
    ...{ env: 'staging', dryRun: true, keysFile: '/home/someone/a/keys' },
  })
  expect(asked('--help')).toBe('help')
})

test('a missing, misspelt or unknown word is told with what would be right', () => {
  expect(() => asked()).toThrow(/Which environment, staging or production\?[\s\S]*-- --env staging/)
  // What is left of `npm run provision --env production`.
  expect(() => asked('production')).toThrow(/two dashes[\s\S]*-- --env production/)
  expect(() => asked('--env', 'prodution')).toThrow('"prodution". It has staging or production')
  expect(() => asked('--env')).toThrow(/argument missing[\s\S]*--dry-run/)
  expect(() => asked('--env', 'staging', '--dryrun')).toThrow(/--dryrun/)
  expect(() => asked('--env', 'staging', 'now')).toThrow('What is "now"?')
  expect(() => asked('--env', 'staging', '--keys=')).toThrow('--keys needs the name of a file')
})

test('what wrangler said is told without colours, log files and requests for bug reports', () => {
  const stderr =
    '\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1mA request to the Cloudflare API (/x) failed.\u001b[0m\n\n' +
    '  Queue name is already taken [code: 11009]\n  \n  If you think this is a bug, please open an issue at: …\n\n\n' +
    '🪵  Logs were written to "/home/someone/wrangler.log"\n'
  expect(said({ code: 1, stdout: "🌀 Creating queue 'a'\n\n", stderr })).toBe(
    'A request to the Cloudflare API (/x) failed.\nQueue name is already taken [code: 11009]',
  )
  expect(said({ code: 1, stdout: 'Not there\n', stderr: '' })).toBe('Not there')
  expect(said({ code: 7, stdout: '', stderr: '' })).toBe('nothing; it ended with 7')
})

test('another wrangler can be named', () => {
  expect(wranglerOf(undefined)[1]).toMatch(/wrangler\.js$/)
  expect(wranglerOf('/a/wrangler')).toEqual(['/a/wrangler'])
  expect(wranglerOf('/a/wrangler.ts')).toEqual([process.execPath, '/a/wrangler.ts'])
})

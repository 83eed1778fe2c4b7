import { expect, test } from 'vitest'
import { readCommand } from '../../../scripts/bank/command.ts'

test.each([
  ['', { kind: 'pay' }],
  ['--play', { kind: 'play', payers: 10 }],
  ['--play 1', { kind: 'play', payers: 1 }],
  ['--play 100', { kind: 'play', payers: 100 }],
  ['--account 7 --statement', { kind: 'statement', account: 7 }],
  [
    '--account 7 --amount -12.50 --last5 01234',
    { kind: 'line', account: 7, amount: -12.5, last5: '01234' },
  ],
  ['--account 7 --amount 3', { kind: 'line', account: 7, amount: 3, last5: '' }],
])('npm run bank -- %s', (line, command) => {
  expect(
    readCommand(line === '' ? [] : line.replace('--amount -', '--amount=-').split(' ')),
  ).toEqual(command)
})

test.each([
  ['--play 0', 'from 1 to 100, not "0"'],
  ['--play 101', 'from 1 to 100, not "101"'],
  ['--play ten', 'from 1 to 100, not "ten"'],
  ['--play 1e1', 'from 1 to 100, not "1e1"'],
  ['--play 3 4', 'Unexpected argument "4"'],
  ['--play --account 7', '--play takes no other option'],
  ['--plya', "'--plya'"],
  ['7', 'Unknown argument "7"'],
  ['--amount 7', 'need --account'],
  ['--statement', 'need --account'],
  ['--account x --amount 7', '--account "x" is not an id'],
  ['--account 7', '--account needs --amount or --statement'],
  ['--account 7 --amount 1e3', '--amount "1e3" is not an amount'],
  ['--account 7 --amount 1.234', '--amount "1.234" is not an amount'],
  ['--account 7 --amount 1 --last5 123', '--last5 "123" is not five digits'],
  ['--account 7 --amount 1 --statement', '--statement takes only --account'],
])('npm run bank -- %s is refused with the fault and the usage', (line, sentence) => {
  const read = () => readCommand(line.split(' '))
  expect(read).toThrow(sentence)
  expect(read).toThrow('npm run bank -- --play [payers]')
})

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
  ['--play 3 4', '"4" is one word too many'],
  ['--play --account 7', '--play takes no other option'],
  ['--plya', "'--plya'"],
  ['7', '"7" is no option'],
  ['--amount 7', 'are of an --account'],
  ['--statement', 'are of an --account'],
  ['--account x --amount 7', '--account "x" is no id'],
  ['--account 7', 'Give --amount, or --statement'],
  ['--account 7 --amount 1e3', '--amount "1e3" is no amount'],
  ['--account 7 --amount 1.234', '--amount "1.234" is no amount'],
  ['--account 7 --amount 1 --last5 123', '--last5 "123" is not five digits'],
  ['--account 7 --amount 1 --statement', '--statement takes --account alone'],
])('npm run bank -- %s is told what is wrong, and how the command is used', (line, sentence) => {
  const read = () => readCommand(line.split(' '))
  expect(read).toThrow(sentence)
  expect(read).toThrow('npm run bank -- --play [payers]')
})

import { describe, expect, test } from 'vitest'
import { banksMatching, parseBank } from '../../../../src/rules/catalogue/banks.ts'

const banks = banksMatching('')

describe('the bank that an agent has written', () => {
  test.each([
    ['臺灣銀行', '臺灣銀行', '004'],
    ['台灣銀行', '台灣銀行', '004'],
    ['bank of taiwan', 'bank of taiwan', '004'],
    ['國泰世華銀行', '國泰世華銀行', '013'],
    ['國泰世華商業銀行股份有限公司', '國泰世華商業銀行股份有限公司', '013'],
    ['004', '臺灣銀行', '004'],
    ['００４', '臺灣銀行', '004'],
    ['004 臺灣銀行', '臺灣銀行', '004'],
    ['(004)臺灣銀行', '臺灣銀行', '004'],
    ['臺灣銀行（004）', '臺灣銀行', '004'],
    ['臺灣銀行 - 004', '臺灣銀行', '004'],
    ['013 國泰世華 松山分行', '國泰世華 松山分行', '013'],
  ])('%s is %s with the code %s', (written, name, code) => {
    expect(parseBank(written)).toEqual({ name, code })
  })

  test.each([
    ['大安信用部', 'a bank that is not on the list'],
    ['臺灣銀行松山分行', 'a name with something behind it'],
    ['999', 'a code of no bank'],
    ['999 臺灣銀行', 'a code of no bank beside a name'],
    ['013 臺灣銀行', 'a code and a name of two banks'],
    ['0040037 臺灣銀行', 'a longer number'],
    ['臺灣銀行0040037', 'a longer number behind'],
    ['銀行', 'a word that all names have'],
    ['', 'nothing'],
  ])('%s stays as it is, without a code: %s', (written) => {
    expect(parseBank(written)).toEqual({ name: written, code: '' })
  })

  test('each name of a bank has its code or, where two banks share it, none', () => {
    for (const { code, name, short_name, english_name } of banks) {
      for (const one of [name, short_name, english_name]) {
        expect([code, '']).toContain(parseBank(one).code)
      }
      expect(parseBank(code)).toEqual({ name, code })
      expect(parseBank(`${code} ${name}`)).toEqual({ name, code })
    }
    expect(banks.filter((bank) => parseBank(bank.name).code !== bank.code)).toEqual([])
  })
})

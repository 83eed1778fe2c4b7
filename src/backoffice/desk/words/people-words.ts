import type { Role } from '../../../contract/back-office/roles.ts'
import type { Meaning } from '../../../units/language.ts'

export const roleWords: Readonly<Record<Role, Meaning>> = {
  operator: { zh: '營運', en: 'Operator' },
  agent: { zh: '專員', en: 'Agent' },
  auditor: { zh: '稽核', en: 'Auditor' },
  bridge: { zh: '交易所橋接', en: 'Exchange bridge' },
  feed: { zh: '銀行明細來源', en: 'Bank feed' },
}

import type { Row } from './row.ts'
import {
  backOfficeCalls,
  backOfficeReports,
  catalogue,
  catalogueEntries,
  catalogueFields,
  endpoints,
  merchantRules,
  secrets,
  signedRoutes,
  sourceAddress,
} from './tests.ts'

const standard = catalogue('are the default of the platform until they are set')
const own = catalogue('are what the back office sets, for that merchant alone')
const typed = catalogueFields('has %s, of its type')
const exact = catalogueFields('%s has no other value')
const entry = catalogueEntries('a product has id, uid, sku, name, currency and price')

/** §2.1: a merchant. */
const merchant: readonly Row[] = [
  {
    id: '2.1 uid',
    says: 'At most 20 characters, given by the platform, sent in every signed request',
    provedBy: [
      backOfficeCalls('has a uid of 1 to 20 letters, digits, dots, dashes and underscores'),
      endpoints('a uid of up to 20 characters, without control characters'),
      signedRoutes('%s is checked first: %j'),
    ],
  },
  {
    id: '2.1 API secret',
    says: 'Given by the platform, for signing only, and never shown again',
    provedBy: [
      secrets('secrets are long and all different, and never stored as they are'),
      backOfficeReports('a merchant with its settings and without its secrets'),
      signedRoutes(
        'a wrong sign is refused: another secret, a changed value, an unsigned parameter',
      ),
    ],
  },
  {
    id: '2.1 ip_whitelist',
    says: 'Optional; addresses and networks that may call',
    provedBy: [
      signedRoutes('with the list [%s] only its addresses may call'),
      sourceAddress('an allow-list takes'),
      sourceAddress('an allow-list takes no'),
    ],
  },
  {
    id: '2.1 other fields',
    says: 'Not shown; decided: name, enabled, five settings and the time of creation',
    provedBy: [
      backOfficeReports('a merchant with its settings and without its secrets'),
      backOfficeCalls('takes no field that nobody knows, and no setting either'),
      merchantRules(
        'a merchant starts untrusted, with today’s vocabulary and both signature styles',
      ),
    ],
  },
]

/** §2.5: what a merchant's members may pay by link. */
const paymentAmounts: readonly Row[] = [
  { id: '2.5 currency', says: 'TWD', provedBy: [exact, standard] },
  {
    id: '2.5 fixed_amounts',
    says: 'Whole numbers, set in the back office',
    provedBy: [exact, typed, standard, own],
  },
  {
    id: '2.5 allow_custom',
    says: 'Whether another amount may be chosen',
    provedBy: [typed, standard, own],
  },
  { id: '2.5 custom_min', says: 'The least of such an amount', provedBy: [typed, standard, own] },
  { id: '2.5 custom_max', says: 'The most of such an amount', provedBy: [typed, standard, own] },
  {
    id: '2.5 payment_link_endpoint',
    says: 'Path of the endpoint that takes an amount',
    provedBy: [typed, standard],
  },
]

/** §2.8: a product. */
const product: readonly Row[] = [
  { id: '2.8 id', says: 'Text', provedBy: [typed, entry] },
  {
    id: '2.8 uid',
    says: 'Text; empty for the whole platform',
    provedBy: [
      entry,
      catalogue('are those of the platform, and of the merchant that is named, by sku'),
    ],
  },
  { id: '2.8 sku', says: 'Text', provedBy: [typed, entry] },
  { id: '2.8 name', says: 'Text', provedBy: [typed, entry] },
  { id: '2.8 currency', says: 'Text', provedBy: [typed, entry] },
  { id: '2.8 price_hkd_cents', says: 'An integer', provedBy: [exact, typed, entry] },
]

/** §2.1, §2.5 and §2.8: a merchant, and what it offers. */
export const chapter2Merchant: readonly Row[] = [...merchant, ...paymentAmounts, ...product]

import type { Row } from './row.ts'
import {
  backOfficeReports,
  catalogueEntries,
  currentStyle,
  delivery,
  endpoints,
  faults,
  legacyRequests,
  legacyStyle,
  md5,
  realClients,
  secrets,
  signedRoutes,
  signedVectors,
  sourceAddress,
  vectors,
} from './tests.ts'

const canonical = currentStyle(
  'property: text and sign are those of an independent canonical form, in every form',
)
const fixed = vectors('vector $name: $note')
const refused = currentStyle('nothing else is tolerated:')
const unsigned = catalogueEntries('a list needs no signature and looks at none')
const wrongSign = signedRoutes(
  'a wrong sign is refused: another secret, a changed value, an unsigned parameter',
)

/** §5: authentication. */
export const chapter5: readonly Row[] = [
  {
    id: '5.1',
    says: 'The platform gives uid and secret; each signed request has timestamp and sign',
    provedBy: [
      secrets('a uid that was unknown is accepted as soon as it exists'),
      endpoints('uid, timestamp and sign, each of them required'),
      signedRoutes('%s is checked first: %j'),
    ],
  },
  {
    id: '5.2',
    says: 'The secret stays with the merchant’s backend: shown once, never listed or logged',
    provedBy: [
      secrets('secrets are long and all different, and never stored as they are'),
      backOfficeReports('a merchant with its settings and without its secrets'),
      faults('the log has one line for a request: whose it was and how it ended, and no secrets'),
    ],
  },
  {
    id: '5.3',
    says: 'The signature as a whole',
    provedBy: [
      fixed,
      canonical,
      signedVectors('vector $name: $note'),
      realClients('a collection signed by %s is accepted'),
    ],
  },
  {
    id: '5.3.1',
    says: 'Every parameter but sign',
    provedBy: [
      currentStyle('leaves out sign, however it was spelled, and nothing that only looks like it'),
      currentStyle('has __proto__ and unknown names in it'),
      refused,
      wrongSign,
    ],
  },
  {
    id: '5.3.2',
    says: 'null and empty text are dropped, and nothing else',
    provedBy: [currentStyle('leaves out null and empty text only'), refused, wrongSign],
  },
  {
    id: '5.3.3',
    says: 'An object or array is signed as the JSON that was sent, unescaped',
    provedBy: [
      currentStyle('has text decoded and everything else as sent'),
      currentStyle('another form of the same values is accepted:'),
      refused,
      fixed,
    ],
  },
  {
    id: '5.3.4',
    says: 'Names in ascending ASCII order',
    provedBy: [
      currentStyle('has the names in order of code units, so a surrogate comes before U+FF01'),
      currentStyle('is ordered by names only, not by what follows them'),
      refused,
    ],
  },
  {
    id: '5.3.5',
    says: 'name=value, joined by &',
    provedBy: [currentStyle('does not escape what it joins'), fixed, canonical],
  },
  { id: '5.3.6', says: '&key= and the secret at the end', provedBy: [fixed, canonical] },
  {
    id: '5.3.7',
    says: 'MD5 in 32 hexadecimal characters, upper-case where it is ours',
    provedBy: [
      md5('the MD5 of %j is %s'),
      currentStyle('the case of sign does not matter, but its grammar does'),
      vectors('what we emit is signed like what we receive'),
    ],
  },
  {
    id: '5.4',
    says: 'notify_url, reverse_url and extra are signed when they are sent',
    provedBy: [wrongSign, refused],
  },
  {
    id: '5.5 form',
    says: 'Not shown; decided: MD5 of SHA-256, empty values kept, lists of unsigned names',
    provedBy: [
      legacyStyle('vector $name: $note'),
      legacyStyle(
        'property: text and sign are those of an independent canonical form, in every form',
      ),
      legacyStyle('what is left unsigned is what the decision lists, for the caller to distrust'),
      legacyStyle('nothing else is tolerated:'),
    ],
  },
  {
    id: '5.5 accepted',
    says: 'The earlier style is accepted in requests',
    provedBy: [
      legacyRequests('takes a sign by its own list'),
      legacyRequests('refuses a sign by the other list, with %s'),
      legacyRequests('payment links are made in the earlier words and style'),
      legacyRequests('refuses it in the current words, and where the merchant has turned it off'),
    ],
  },
  {
    id: '5.6 uid',
    says: 'An unknown or disabled merchant is refused',
    provedBy: [
      signedRoutes('an unknown uid and a disabled merchant are refused alike'),
      secrets('a disabled merchant writes nothing, even where it is still known as enabled'),
    ],
  },
  {
    id: '5.6 sign',
    says: 'A wrong signature is refused',
    provedBy: [
      wrongSign,
      currentStyle('every character of sign counts'),
      currentStyle(
        'every single character of a signed body counts, unless the values stay the same',
      ),
    ],
  },
  {
    id: '5.7 allow-list',
    says: 'Only its addresses may call',
    provedBy: [
      signedRoutes('with the list [%s] only its addresses may call'),
      sourceAddress('with %j on the list not from %j'),
    ],
  },
  {
    id: '5.7 none',
    says: 'Without one, any address may call',
    provedBy: [sourceAddress('from anywhere when there is no list, even from nowhere')],
  },
  {
    id: '5.8',
    says: 'Not shown; decided: a callback’s sign is §5.3 over its other fields',
    provedBy: [
      delivery('is signed both ways, with every field of §6'),
      delivery('during a rotation both secrets sign, and the body is signed by the one in use'),
    ],
  },
  {
    id: '5.9',
    says: 'Not shown; decided: 300 s, and the refusal tells the server’s time',
    provedBy: [
      signedRoutes(
        'a timestamp 300 s off is accepted, 301 s are not, and the server tells its time',
      ),
      signedVectors('vector $name at another time is refused'),
    ],
  },
  { id: '5.10 banks', says: 'Not shown; decided: no signature, no uid', provedBy: [unsigned] },
  { id: '5.10 products', says: 'Not shown; decided: no signature, no uid', provedBy: [unsigned] },
]

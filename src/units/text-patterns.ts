// Patterns of a request's text, in the part of ECMA-262 that other languages share: no look-around, no named classes. A
// pattern may refuse texts that the service accepts (an address with an IPv6 host, say, as the machine-readable
// description explains), and never accepts a text whose form the service refuses.

/** Text without control characters. */
export const plainLine = '^[^\\x00-\\x1F\\x7F-\\x9F]*$'

/** An `http` or `https` address whose host is a name in ASCII or an IPv4 address. */
export const webAddress = (() => {
  const label = '[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*'
  const name = `(?:${label}\\.)*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*`
  const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
  const port =
    '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})'
  const host = `(?:${name}|(?:${octet}\\.){3}${octet})`
  return `^[Hh][Tt][Tt][Pp][Ss]?://${host}(?::${port})?(?:[/?#][!-\\[\\]-~]*)?$`
})()

const date = (() => {
  const year = '(?:197[1-9]|19[89][0-9]|2[0-9]{3})'
  const leapYear = '(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)'
  const of31 = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])'
  const of30 = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'
  const of28 = '02-(?:0[1-9]|1[0-9]|2[0-8])'
  return `(?:${year}-(?:${of31}|${of30}|${of28})|${leapYear}-02-29)`
})()

/** A day that exists, `YYYY-MM-DD`, from 1971 to 2999. */
export const existingDay = `^${date}$`

/** An existing day, alone, with a time, or as ISO 8601 with an offset. */
export const existingTime = (() => {
  const minute = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
  const seconds = ':[0-5][0-9]'
  const offset = '(?:Z|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)'
  const iso = `T${minute}(?:${seconds}(?:\\.[0-9]{1,9})?)?${offset}`
  return `^${date}(?: ${minute}${seconds}|${iso})?$`
})()

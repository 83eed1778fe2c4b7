// Signs the request (§5.3), in Postman and in Bruno: adds uid and timestamp where they are missing, and sign.
const inBruno = typeof req !== 'undefined' && typeof req.getBody === 'function'
const crypto = typeof CryptoJS === 'undefined' ? require('crypto-js') : CryptoJS
const setting = (name) =>
  inBruno
    ? bru.getVar(name) || bru.getEnvVar(name) || bru.getCollectionVar(name)
    : pm.variables.get(name)
const keep = (name, value) =>
  inBruno ? bru.setVar(name, value) : pm.collectionVariables.set(name, value)
const fresh = `TRY-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`

// Others use the sandbox, too: a creation has a number of its own, and what asks for an order has the last one.
const numbered = (text) =>
  text.replace(/\{\{(new|last)_(\w+)\}\}/g, (_, which, name) => {
    if (which === 'new') keep(`last_${name}`, fresh)
    return setting(`last_${name}`) || fresh
  })
const given = inBruno ? req.getBody({ raw: true }) : pm.request.body?.raw
const raw = typeof given === 'string' ? numbered(given) : given
const body = inBruno ? raw : raw && pm.variables.replaceIn(raw)

// The members of a JSON object with their text as written, which is what is signed.
const membersOf = (json) => {
  const members = []
  const next = /\s*(?:("(?:[^"\\]|\\.)*")|([[\]{}])|([:,])|([^\s"[\]{}:,]+))/gy
  let depth = 0
  let name = null
  let start = 0
  for (let found = next.exec(json); found !== null; found = next.exec(json)) {
    const from = next.lastIndex - found[0].trimStart().length
    if (found[2] === '{' || found[2] === '[') depth += 1
    const isEnd = (depth === 1 && found[2] === '}') || (depth === 1 && found[3] === ',')
    if (isEnd && name !== null) {
      members.push([name, json.slice(start, from).trim()])
      name = null
    } else if (depth === 1 && name === null && found[1] !== undefined) name = JSON.parse(found[1])
    else if (depth === 1 && found[3] === ':') start = next.lastIndex
    if (found[2] === '}' || found[2] === ']') depth -= 1
  }
  return members
}

if (body) {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  // Tells where a body is no JSON, before it is taken apart.
  JSON.parse(json)
  const members = membersOf(json).filter(([name]) => name !== 'sign')
  const has = (...wanted) => members.some(([name]) => wanted.includes(name))
  if (!has('uid', 'merchantNo')) members.unshift(['uid', JSON.stringify(setting('uid'))])
  if (!has('timestamp', 'time')) members.push(['timestamp', String(Math.floor(Date.now() / 1000))])
  const text = members
    .filter(([, source]) => source !== '""' && source !== 'null')
    .map(([name, source]) => [name, source[0] === '"' ? JSON.parse(source) : source])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}&`)
    .join('')
  const sign = crypto
    .MD5(`${text}key=${setting('secret')}`)
    .toString()
    .toUpperCase()
  const all = [...members, ['sign', JSON.stringify(sign)]]
  const signed = `{${all.map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(',')}}`
  if (inBruno) req.setBody(signed)
  else pm.request.body.update({ mode: 'raw', raw: signed, options: { raw: { language: 'json' } } })
}

/** Signing in Node.js (§5.3), as the page shows it and a test runs it. */
export const nodeSigner = [
  "import { createHash } from 'node:crypto'",
  `
export function sign(fields, secret) {
  const text = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== null && fields[name] !== '')
    .sort()
    .map((name) => name + '=' + text(fields[name]))
  const joined = [...pairs, 'key=' + secret].join('&')
  return createHash('md5').update(joined).digest('hex').toUpperCase()
}`,
].join('\n')

/** Signing in Python (§5.3). The body must have the same separators as the JSON that is signed. */
export const pythonSigner = `import hashlib, json

def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

def sign(fields, secret):
    pairs = [
        name + "=" + (value if isinstance(value, str) else dump(value))
        for name, value in sorted(fields.items())
        if name != "sign" and value is not None and value != ""
    ]
    joined = "&".join(pairs + ["key=" + secret])
    return hashlib.md5(joined.encode()).hexdigest().upper()

# body = dump({**fields, "sign": sign(fields, secret)}).encode()`

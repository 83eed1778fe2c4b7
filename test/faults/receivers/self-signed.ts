import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A new self-signed certificate for `127.0.0.1`. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(object(ecdsaWithSha256))
  const name = sequence(set(sequence(object(commonName), tagged(0x0c, Buffer.from('127.0.0.1')))))
  const validity = sequence(utcTime(-dayMs), utcTime(dayMs))
  const version = tagged(0xa0, integer(Buffer.from([2])))
  const serial = integer(Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const content = sequence(version, serial, algorithm, name, validity, name, spki)
  const signature = sign('sha256', content, privateKey)
  const bits = tagged(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const der = sequence(content, algorithm, bits)
  const lines = btoa(String.fromCharCode(...der)).match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const dayMs = 86_400_000
// Object identifiers in DER: 1.2.840.10045.4.3.2 and 2.5.4.3.
const ecdsaWithSha256 = Buffer.from('2a8648ce3d040302', 'hex')
const commonName = Buffer.from('550403', 'hex')

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, Buffer.concat(parts))
const set = (part: Buffer) => tagged(0x31, part)
const object = (identifier: Buffer) => tagged(0x06, identifier)
const integer = (bytes: Buffer) => tagged(0x02, bytes)

function utcTime(fromNowMs: number): Buffer {
  const text = new Date(Date.now() + fromNowMs).toISOString().replace(/\..*|[-:T]/g, '')
  return tagged(0x17, Buffer.from(`${text.slice(2)}Z`))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length]
  return Buffer.concat([Buffer.from([tag, ...size.map((byte) => byte & 0xff)]), content])
}

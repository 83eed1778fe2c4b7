// SHA-256 (FIPS 180-4). The browser's own function returns a promise, and the signing code is synchronous.

const blockBytes = 64
const words = 64

/** SHA-256 of bytes as 64 lower-case hexadecimal characters. */
export function sha256(bytes: Uint8Array): string {
  const state = primes(8).map((prime) => fraction(prime ** (1 / 2)))
  const padded = withLength(bytes)
  for (let at = 0; at < padded.byteLength; at += blockBytes) {
    addBlock(state, new DataView(padded.buffer, at, blockBytes))
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function addBlock(state: number[], block: DataView): void {
  const schedule = Array.from({ length: 16 }, (_, n) => block.getInt32(n * 4))
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let n = 0; n < words; n += 1) {
    const before = (back: number) => schedule[n - back] ?? 0
    if (n >= 16) {
      const [two, fifteen] = [before(2), before(15)]
      const small0 = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3)
      const small1 = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10)
      schedule[n] = (before(16) + small0 + before(7) + small1) | 0
    }
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const one = (h + big1 + chosen + (constants[n] ?? 0) + (schedule[n] ?? 0)) | 0
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[n] = ((state[n] ?? 0) + word) | 0
  }
}

function withLength(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8)
  return padded
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function primes(count: number): readonly number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n)
  }
  return found
}

// The first 32 bits of the fraction.
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0
}

const constants = primes(words).map((prime) => fraction(prime ** (1 / 3)))

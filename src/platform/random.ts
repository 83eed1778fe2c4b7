// Drawn 256 at a time, because allocating an array takes longer than filling it.
const drawn = new Uint32Array(256)
let unused = 0

/** A number in [0, 1) from the runtime's cryptographic source. */
export function cryptographicRandom(): number {
  if (unused === 0) unused = crypto.getRandomValues(drawn).length
  unused -= 1
  return (drawn[unused] ?? 0) / 2 ** 32
}

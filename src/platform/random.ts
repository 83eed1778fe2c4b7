// Drawn 256 at a time, because allocating an array takes longer than filling it.
const drawn = new Uint32Array(256)
let left = 0

/** A number in [0, 1) from the runtime's cryptographic source. */
export function cryptographicRandom(): number {
  if (left === 0) left = crypto.getRandomValues(drawn).length
  left -= 1
  return (drawn[left] ?? 0) / 2 ** 32
}

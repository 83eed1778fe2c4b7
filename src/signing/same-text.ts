/** Whether two texts are equal, in a time that does not tell how much of a guess was right. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  }
  return difference === 0
}

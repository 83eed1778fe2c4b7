/** A number as Python and others write a float: `100` is `100.0`. */
export function asFloat(source: string): string {
  const plain = String(Number(source))
  return /^-?\d+$/.test(plain) ? `${plain}.0` : plain
}

/** A number as Python and Java write what they have read: whole numbers stay so. */
export function asPythonFloat(source: string): string {
  return /[.eE]/.test(source) ? asFloat(source) : source
}

/** A number as PHP writes a float: rounded to 14 digits, where its `json_encode` sends 17. */
export function asPhpFloat(source: string): string {
  return String(Number(Number(source).toPrecision(14)))
}

/** A number as Java writes a double: `1.76E9` from ten million on. */
export function asJavaDouble(source: string): string {
  const value = Number(source)
  if (Math.abs(value) < 1e7) return asFloat(source)
  const [digits = '', exponent = ''] = value.toExponential().split('e+')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`
}

/** A number as Go prints a float64: `1.76e+09` from a million on. */
export function asGoFloat(source: string): string {
  const value = Number(source)
  return Math.abs(value) < 1e6 ? String(value) : exponentOf(source, 'e+')
}

/** A number with an exponent behind `mark`. */
export function exponentOf(source: string, mark: string): string {
  const [digits = '', exponent = '0'] = Number(source).toExponential().split('e')
  const power = exponent.replace('+', '')
  return `${digits}${mark}${mark === 'e+' ? power.padStart(2, '0') : power}`
}

/** A number with commas for thousands. */
export function thousands(source: string): string {
  const [whole = '', ...fraction] = source.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

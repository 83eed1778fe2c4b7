export const clientDirectory: string

/** The hash of all that the package is made of. */
export function clientSource(): Promise<string>

/** The package: the name of its file, with a hash of its content in it, its bytes, and its integrity as npm writes it. */
export function packedClient(): Promise<{
  readonly name: string
  readonly bytes: Uint8Array
  readonly integrity: string
}>

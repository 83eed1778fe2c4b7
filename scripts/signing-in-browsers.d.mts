/** What esbuild puts in place of Node's modules when it bundles the signing code for a page. */
export const signingInBrowsers: {
  readonly alias: Record<string, string>
  readonly inject: string[]
}

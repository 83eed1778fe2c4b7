// What scripts/assets.mjs writes, as the compiler knows it where nothing was built yet.
declare module '*/dist/asset-names.json' {
  const names: Readonly<Record<string, string>>
  export default names
}

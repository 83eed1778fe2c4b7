// Files that the Worker serves as they are: imported `with { type: 'text' }`, which the bundler does by itself and
// vitest.config.ts does for tests.
declare module '*/signing-script.js' {
  const text: string
  export default text
}
declare module '*.source' {
  const text: string
  export default text
}
declare module '*.php' {
  const text: string
  export default text
}
declare module '*.py' {
  const text: string
  export default text
}
declare module '*.java' {
  const text: string
  export default text
}
declare module '*.go' {
  const text: string
  export default text
}
declare module '*.cs' {
  const text: string
  export default text
}

// Files that the Worker serves as they are: imported `with { type: 'text' }`, which the bundler does by itself and
// vitest.config.ts does for tests.
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
declare module '*/browser/refresh.js' {
  const text: string
  export default text
}
declare module '*/browser/wait.js' {
  const text: string
  export default text
}
declare module '*/browser/fresh.js' {
  const text: string
  export default text
}
declare module '*/browser/desk.js' {
  const text: string
  export default text
}

declare module '*/browser/statement.js' {
  const text: string
  export default text
}
declare module '*/signing-script.js' {
  const text: string
  export default text
}

declare module '*/browser/page.bundle.js' {
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

export function withProgress<Result>(
  step: string,
  work: () => Promise<Result>,
  options?: { log?: (line: string) => void; progress?: () => string },
): Promise<Result>

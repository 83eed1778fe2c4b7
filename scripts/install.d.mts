export function ensureInstalled(root: string, what: string, quit: AbortSignal): Promise<void>

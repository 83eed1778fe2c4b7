/** §9.1: the versions that the two forms of the documentation carry. */
export const versions = { machineReadable: '2.7.0', page: 'v1.9' } as const

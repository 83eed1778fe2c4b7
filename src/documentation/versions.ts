/** §9.1: the versions of the two forms of the documentation. */
export const versions = { machineReadable: '2.7.0', page: 'v1.9' } as const
